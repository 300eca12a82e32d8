import type { RejectionReason } from "../../adapters/contract/telemetry.ts";
import type { Platform } from "../platform.ts";
import { createLiveFeed, type LiveFeed } from "./feed/liveFeed.ts";
import { createFlightRegistry, type FlightRegistry } from "./flights/flightRegistry.ts";
import { createWriteBehind, type WriteBehind } from "./flights/writeBehind.ts";

/** Telemetry samples of every source since the start. */
interface SampleCounters {
  readonly accepted: () => number;
  readonly rejected: () => Readonly<Record<string, number>>;
  /** Adds samples that never came to a flight. */
  readonly addRejected: (reason: RejectionReason, count: number) => void;
}

/** Live flight on this server: open flights, their way to the sockets and to the database. */
export interface LiveService {
  readonly registry: FlightRegistry;
  readonly feed: LiveFeed;
  readonly writes: WriteBehind;
  readonly samples: SampleCounters;
  /** Once a second; by itself after `start`. */
  readonly tick: () => void;
  readonly start: () => void;
  /** Stops ticking and writes down everything that has been taken. */
  readonly stop: () => Promise<void>;
}

export type LivePlatform = Pick<Platform, "db" | "bus" | "clock" | "newId" | "onError">;

const tickMs = 1_000;
const defaultCapacity = 2_048;

/** @param capacity flights that can be open at once */
export function createLiveService(platform: LivePlatform, capacity = defaultCapacity): LiveService {
  const { clock, newId } = platform;
  const writes = createWriteBehind(platform.db, platform.onError);
  const feed = createLiveFeed((): FlightRegistry => registry, clock);
  const { registry, samples } = countSamples(
    createFlightRegistry({ capacity, newId, writes, listener: feed.listener }),
  );
  const unsubscribe = platform.bus.subscribe("zone.changed", ({ ids }) => feed.emitZonesChanged(ids));
  let timer: NodeJS.Timeout | undefined;

  const tick = () => {
    const now = clock().getTime();
    registry.tick(now);
    feed.tick(now);
    void writes.flush();
  };

  return {
    registry,
    feed,
    writes,
    samples,
    tick,
    start: () => {
      timer ??= setInterval(tick, tickMs);
    },
    stop: async () => {
      clearInterval(timer);
      unsubscribe();
      registry.persistTracks();
      await writes.flush();
    },
  };
}

/** The registry, counting the samples it accepts and rejects. */
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
