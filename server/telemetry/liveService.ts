import type { RejectionReason } from "../../adapters/contract/telemetry.ts";
import type { Platform } from "../platform.ts";
import type { ZoneService } from "../zones/zoneService.ts";
import type { LiveAlarms } from "./alarms/liveAlarms.ts";
import type { LiveFeed } from "./feed/liveFeed.ts";
import type { FlightRegistry } from "./flights/flightRegistry.ts";
import type { TaskNumberGenerator } from "./flights/taskNumberGenerator.ts";
import type { TimedWriteBehind } from "./flights/writeBehind.ts";
import type { AccessKeyUses } from "./ingest/accessKeyUses.ts";
import type { ClockCorrections } from "./ingest/clockCorrections.ts";
import type { TakeOffWatch } from "./ingest/groundState.ts";
import type { IngestStatus } from "./ingest/ingestStatus.ts";
import type { Lines } from "./ingest/lines.ts";
import type { OwnOutage } from "./ingest/ownOutage.ts";

/** Counts of telemetry samples from all sources since the start. */
export interface SampleCounters {
  readonly accepted: () => number;
  readonly rejected: () => Readonly<Record<string, number>>;
  /** Counts samples that were rejected before they reached a flight. */
  readonly addRejected: (reason: RejectionReason, count: number) => void;
}

declare module "../call.ts" {
  interface Services {
    /** The flights that are open now. */
    readonly live: LiveService;
  }
}

/** Everything about flights in progress: the open flights, the socket feed and the database writes. */
export interface LiveService {
  readonly registry: FlightRegistry;
  readonly feed: LiveFeed;
  readonly writes: TimedWriteBehind;
  readonly samples: SampleCounters;
  readonly ingestStatus: IngestStatus;
  readonly clockCorrections: ClockCorrections;
  readonly takeOffs: TakeOffWatch;
  readonly lines: Lines;
  readonly accessKeyUses: AccessKeyUses;
  readonly ownOutage: OwnOutage;
  /** The alarm rules; null where they do not run. */
  readonly alarmRules: LiveAlarms | null;
  readonly zones: ZoneService;
  /** Hangars by id whose state the simulator writes; nobody else may call them silent. */
  readonly simulatedHangars: Set<string>;
  /** Task numbers are given in one place: two generators would give the same ones. */
  readonly getTaskNumbers: () => Promise<TaskNumberGenerator>;
  /**
   * Refreshes flights, sends the feed and flushes writes. A timer calls it every second after `start`.
   * @param stalledMs how long the server itself was suspended before this tick
   */
  readonly tick: (stalledMs?: number) => void;
  readonly start: () => void;
  /** Shows the picture of another process until `start`. */
  readonly follow: () => void;
  /** Stops the timer and writes everything recorded so far. */
  readonly stop: () => Promise<void>;
}

export type LivePlatform = Pick<Platform, "db" | "bus" | "clock" | "newId" | "onError"> &
  Partial<Pick<Platform, "cluster">>;
