import type { Platform } from "../platform.ts";
import { createLiveFeed, type LiveFeed } from "./feed/liveFeed.ts";
import { createFlightDesk, type FlightDesk } from "./flights/flightDesk.ts";
import { type WriteBehind, writeBehind } from "./flights/writeBehind.ts";

/** Live flight on this server: open flights, their way to the sockets and to the database. */
export interface Live {
  readonly desk: FlightDesk;
  readonly feed: LiveFeed;
  readonly writes: WriteBehind;
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
  const feed = createLiveFeed(() => desk, clock);
  const desk: FlightDesk = createFlightDesk({ capacity, newId, writes, listener: feed.listener });
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
