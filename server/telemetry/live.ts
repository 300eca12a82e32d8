import type { Rejection } from "../../adapters/contract/telemetry.ts";
import type { Platform } from "../platform.ts";
import { createLiveFeed, type LiveFeed } from "./feed/liveFeed.ts";
import { createFlightDesk, type FlightDesk } from "./flights/flightDesk.ts";
import { type WriteBehind, writeBehind } from "./flights/writeBehind.ts";

/** Telemetry samples of every source since the start. */
interface SampleCounts {
  readonly taken: () => number;
  readonly refused: () => Readonly<Record<string, number>>;
  /** Adds samples that never came to a flight. */
  readonly refuse: (reason: Rejection, count: number) => void;
}

/** Live flight on this server: open flights, their way to the sockets and to the database. */
export interface Live {
  readonly desk: FlightDesk;
  readonly feed: LiveFeed;
  readonly writes: WriteBehind;
  readonly samples: SampleCounts;
  /** Once a second; by itself after `start`. */
  readonly tick: () => void;
  readonly start: () => void;
  /** Stops ticking and writes down everything that has been taken. */
  readonly stop: () => Promise<void>;
}

export type LivePlatform = Pick<Platform, "db" | "bus" | "clock" | "newId" | "onFault">;

const tickMs = 1_000;
const defaultCapacity = 2_048;

/** @param capacity flights that can be open at once */
export function createLive(platform: LivePlatform, capacity = defaultCapacity): Live {
  const { clock, newId } = platform;
  const writes = writeBehind(platform.db, platform.onFault);
  const feed = createLiveFeed((): FlightDesk => desk, clock);
  const { desk, samples } = countSamples(
    createFlightDesk({ capacity, newId, writes, listener: feed.listener }),
  );
  const unsubscribe = platform.bus.subscribe("zone.changed", ({ ids }) => feed.zoneChanged(ids));
  let timer: NodeJS.Timeout | undefined;

  const tick = () => {
    const now = clock().getTime();
    desk.tick(now);
    feed.tick(now);
    void writes.flush();
  };

  return {
    desk,
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
      desk.keepTracks();
      await writes.flush();
    },
  };
}

/** The desk, counting what it takes and refuses. */
function countSamples(desk: FlightDesk): {
  readonly desk: FlightDesk;
  readonly samples: SampleCounts;
} {
  let taken = 0;
  const refused: Partial<Record<Rejection, number>> = {};
  const refuse = (reason: Rejection, count: number) => {
    refused[reason] = (refused[reason] ?? 0) + count;
  };
  const take: FlightDesk["take"] = (batch, at) => {
    const rejected = desk.take(batch, at);
    taken += batch.count - rejected.length;
    for (const { reason } of rejected) refuse(reason, 1);
    return rejected;
  };
  return { desk: { ...desk, take }, samples: { taken: () => taken, refused: () => refused, refuse } };
}
