import * as z from "zod/mini";
import type { NatsLink } from "../bus/natsLink.ts";

const subject = "counts";
const intervalMs = 500;
/** Counts of one message. */
const maxCounts = 5_000;

/** Name of the limit, key, number of requests. */
const countsMessage = z.array(z.tuple([z.string(), z.string(), z.int()])).check(z.maxLength(maxCounts));

/** The requests that other processes have counted, so that a limit holds for all together. */
export interface SharedCounts {
  /** Tells the others of a request, within half a second. */
  readonly add: (limit: string, key: string) => void;
  /** Hears of requests of the limit at other processes. */
  readonly listen: (limit: string, onOthers: (key: string, count: number) => void) => void;
  readonly stop: () => void;
}

/** Shares them over NATS: while it is away, each process counts alone. */
export function shareCounts(nats: NatsLink, onError: (error: unknown, where: string) => void): SharedCounts {
  const own = new Map<string, Map<string, number>>();
  const listeners = new Map<string, (key: string, count: number) => void>();

  const timer = setInterval(() => {
    const counts = [...own].flatMap(([limit, keys]) =>
      [...keys].map(([key, count]) => [limit, key, count] as const),
    );
    if (counts.length === 0) return;
    own.clear();
    for (let start = 0; start < counts.length; start += maxCounts)
      nats.publish(subject, JSON.stringify(counts.slice(start, start + maxCounts)));
  }, intervalMs);

  const unsubscribe = nats.subscribe(subject, (data) => {
    try {
      const counts = countsMessage.parse(JSON.parse(Buffer.from(data).toString("utf8")));
      for (const [limit, key, count] of counts) listeners.get(limit)?.(key, count);
    } catch (error) {
      onError(error, "counts of another process");
    }
  });

  return {
    add: (limit, key) => {
      const keys = own.get(limit) ?? new Map<string, number>();
      own.set(limit, keys.set(key, (keys.get(key) ?? 0) + 1));
    },
    listen: (limit, onOthers) => void listeners.set(limit, onOthers),
    stop: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
