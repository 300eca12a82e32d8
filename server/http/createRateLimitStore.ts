import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import * as z from "zod/mini";
import type { SharedCounts } from "./sharedCounts.ts";

/** Addresses or sessions of one route that are counted; beyond it the one that was not seen for longest goes. */
const maxKeys = 5_000;

interface Window {
  count: number;
  readonly since: number;
}

/** What the plugin says of a limit: its route, or the group that a limit over several routes has. */
const limitOptions = z.object({
  groupId: z.optional(z.string()),
  routeInfo: z.object({ method: z.optional(z.unknown()), url: z.optional(z.string()) }),
  timeWindow: z.number(),
});

/**
 * Counts requests by key in fixed windows. The plugin's own store would refuse everybody while a clock is set back.
 * @param shared counts those at other processes too
 */
export function createRateLimitStore(
  monotonicMs: () => number,
  shared: SharedCounts | null,
): FastifyRateLimitStoreCtor {
  class RateLimitStore implements FastifyRateLimitStore {
    readonly #windows = new Map<string, Window>();
    readonly #name: string;

    constructor(name: string, timeWindow: number) {
      this.#name = name;
      shared?.listen(name, (key, count) => void this.#add(key, count, timeWindow));
    }

    #add(key: string, count: number, timeWindow: number) {
      const now = monotonicMs();
      const known = this.#windows.get(key);
      const window = known && now - known.since < timeWindow ? known : { count: 0, since: now };
      window.count += count;
      this.#windows.delete(key);
      const [oldest] = this.#windows.size >= maxKeys ? this.#windows.keys() : [];
      if (oldest !== undefined) this.#windows.delete(oldest);
      this.#windows.set(key, window);
      return { current: window.count, ttl: timeWindow - (now - window.since) };
    }

    incr: FastifyRateLimitStore["incr"] = (key, callback, timeWindow) => {
      shared?.add(this.#name, key);
      callback(null, this.#add(key, 1, timeWindow));
    };

    child(options: unknown): FastifyRateLimitStore {
      const { groupId, routeInfo, timeWindow } = limitOptions.parse(options);
      return new RateLimitStore(groupId ?? `${routeInfo.method} ${routeInfo.url}`, timeWindow);
    }
  }
  // The plugin makes one for all routes that have no limit of their own: there is none.
  return class extends RateLimitStore {
    constructor() {
      super("", 0);
    }
  };
}
