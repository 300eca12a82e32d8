import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";

/** Addresses or sessions of one route that are counted; beyond it the one that was not seen for longest goes. */
const maxKeys = 5_000;

interface Window {
  count: number;
  readonly since: number;
}

/** Counts requests by key in fixed windows. The plugin's own store would refuse everybody while a clock is set back. */
export function createRateLimitStore(monotonicMs: () => number): FastifyRateLimitStoreCtor {
  return class RateLimitStore implements FastifyRateLimitStore {
    readonly #windows = new Map<string, Window>();

    incr: FastifyRateLimitStore["incr"] = (key, callback, timeWindow) => {
      const now = monotonicMs();
      const known = this.#windows.get(key);
      const window = known && now - known.since < timeWindow ? known : { count: 0, since: now };
      window.count += 1;
      this.#windows.delete(key);
      const [oldest] = this.#windows.size >= maxKeys ? this.#windows.keys() : [];
      if (oldest !== undefined) this.#windows.delete(oldest);
      this.#windows.set(key, window);
      callback(null, { current: window.count, ttl: timeWindow - (now - window.since) });
    };

    child(): FastifyRateLimitStore {
      return new RateLimitStore();
    }
  };
}
