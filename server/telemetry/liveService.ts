import { and, inArray, isNull } from "drizzle-orm";
import type { RejectionReason } from "../../adapters/contract/telemetry.ts";
import type { Db } from "../db/handle.ts";
import { drones } from "../db/schema/drone.ts";
import type { Platform } from "../platform.ts";
import { createLiveFeed, type LiveFeed } from "./feed/liveFeed.ts";
import { createFlightRegistry, type FlightRegistry } from "./flights/flightRegistry.ts";
import { loadTaskNumberGenerator, type TaskNumberGenerator } from "./flights/taskNumberGenerator.ts";
import { createWriteBehind, type WriteBehind } from "./flights/writeBehind.ts";
import { createIngestStatus, type IngestStatus } from "./ingest/ingestStatus.ts";

/** Counts of telemetry samples from all sources since the start. */
interface SampleCounters {
  readonly accepted: () => number;
  readonly rejected: () => Readonly<Record<string, number>>;
  /** Counts samples that were rejected before they reached a flight. */
  readonly addRejected: (reason: RejectionReason, count: number) => void;
}

/** Everything about flights in progress: the open flights, the socket feed and the database writes. */
export interface LiveService {
  readonly registry: FlightRegistry;
  readonly feed: LiveFeed;
  readonly writes: WriteBehind;
  readonly samples: SampleCounters;
  readonly ingestStatus: IngestStatus;
  /** Task numbers are given in one place: two generators would give the same ones. */
  readonly getTaskNumbers: () => Promise<TaskNumberGenerator>;
  /**
   * Refreshes flights, sends the feed and flushes writes. A timer calls it every second after `start`.
   * @param stalledMs how long the server itself stood still before this tick
   */
  readonly tick: (stalledMs?: number) => void;
  readonly start: () => void;
  /** Stops the timer and writes everything recorded so far. */
  readonly stop: () => Promise<void>;
}

export type LivePlatform = Pick<Platform, "db" | "bus" | "clock" | "newId" | "onError">;

const tickMs = 1_000;
/** A tick that comes later than this means that the server itself stood still: paused, swapped out or migrated. */
const stallMs = 3_000;
/** When a drone was last seen is stored this often; what is newer is in memory. */
const storeSeenEveryTicks = 60;
const defaultCapacity = 2_048;

/** @param capacity maximum number of open flights */
export function createLiveService(platform: LivePlatform, capacity = defaultCapacity): LiveService {
  const { clock, newId } = platform;
  const writes = createWriteBehind(platform.db, platform.onError);
  const feed = createLiveFeed((): FlightRegistry => registry, clock);
  const { registry, samples } = countSamples(
    createFlightRegistry({ capacity, newId, writes, listener: feed.listener }),
  );
  const unsubscribe = platform.bus.subscribe("zone.changed", ({ ids }) => feed.emitZonesChanged(ids));
  const ingestStatus = createIngestStatus();
  let tickCount = 0;
  let timer: NodeJS.Timeout | undefined;
  let lastTickAt = Number.NaN;
  let taskNumbers: Promise<TaskNumberGenerator> | undefined;

  const storeSeenDrones = () =>
    storeLastSeen(platform.db, ingestStatus.takeSeenDevices(), clock()).catch((error: unknown) =>
      platform.onError(error, "last seen drones"),
    );

  const tick = (stalledMs = 0) => {
    const now = clock().getTime();
    if (stalledMs > 0)
      writes.insertPlatformEvent({ id: newId(), at: new Date(now), kind: "stall", durationMs: stalledMs });
    registry.tick(now, stalledMs);
    feed.tick(now);
    void writes.flush();
    if (++tickCount % storeSeenEveryTicks === 0) void storeSeenDrones();
  };

  return {
    registry,
    feed,
    writes,
    samples,
    ingestStatus,
    getTaskNumbers: () => {
      taskNumbers ??= loadTaskNumberGenerator(platform.db, clock()).catch((error: unknown) => {
        taskNumbers = undefined;
        throw error;
      });
      return taskNumbers;
    },
    tick,
    start: () => {
      timer ??= setInterval(() => {
        const now = clock().getTime();
        const lateMs = now - lastTickAt - tickMs;
        lastTickAt = now;
        tick(lateMs > stallMs ? lateMs : 0);
      }, tickMs);
    },
    stop: async () => {
      clearInterval(timer);
      unsubscribe();
      registry.persistTracks();
      await writes.flush();
      await storeSeenDrones();
    },
  };
}

/** Wraps the registry to count accepted and rejected samples. */
function countSamples(uncounted: FlightRegistry): {
  readonly registry: FlightRegistry;
  readonly samples: SampleCounters;
} {
  let accepted = 0;
  const rejectedByReason: Partial<Record<RejectionReason, number>> = {};
  const addRejected = (reason: RejectionReason, count: number) => {
    rejectedByReason[reason] = (rejectedByReason[reason] ?? 0) + count;
  };
  const ingest: FlightRegistry["ingest"] = (batch, at) => {
    const rejected = uncounted.ingest(batch, at);
    accepted += batch.count - rejected.length;
    for (const { reason } of rejected) addRejected(reason, 1);
    return rejected;
  };
  return {
    registry: { ...uncounted, ingest },
    samples: { accepted: () => accepted, rejected: () => rejectedByReason, addRejected },
  };
}

const dronesPerStatement = 1_000;

/** Stores when these drones last sent something. */
async function storeLastSeen(db: Db, serialNumbers: readonly string[], at: Date): Promise<void> {
  for (let start = 0; start < serialNumbers.length; start += dronesPerStatement)
    await db
      .update(drones)
      .set({ lastSeenAt: at })
      .where(
        and(
          inArray(drones.sn, serialNumbers.slice(start, start + dronesPerStatement)),
          isNull(drones.deletedAt),
        ),
      );
}
