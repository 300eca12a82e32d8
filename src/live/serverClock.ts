/** Estimates the server's clock; the computer's own clock may be wrong by hours. */
export interface ServerClock {
  /** UTC ms. */
  readonly now: () => number;
  /** Takes the server's time of an answer, ISO 8601, to a request sent at `sentAt` of `performance.now()`. */
  readonly sync: (at: string, sentAt: number) => void;
  /** Takes a server's time, UTC ms, that has passed: `performance.now()` may pause while a laptop sleeps. */
  readonly raiseTo: (serverTime: number) => void;
}

/** The answer with the shortest round trip gives the best time, for so long. */
const bestAnswerMs = 5 * 60_000;

/**
 * Uses the local clock until the first `sync`.
 * @param readTimer `performance.now()` @param localTime UTC ms
 */
export function createServerClock(readTimer: () => number, localTime: number): ServerClock {
  let offset = localTime - readTimer();
  let best = { roundTrip: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  const now = () => readTimer() + offset;
  return {
    now,
    sync(at, sentAt) {
      const serverTime = Date.parse(at);
      const receivedAt = readTimer();
      const roundTrip = receivedAt - sentAt;
      if (Number.isNaN(serverTime)) return;
      if (roundTrip > best.roundTrip && receivedAt - best.at < bestAnswerMs) return;
      best = { roundTrip, at: receivedAt };
      // The server wrote its time about half way.
      offset = serverTime - (sentAt + receivedAt) / 2;
    },
    raiseTo(serverTime) {
      if (now() < serverTime) offset = serverTime - readTimer();
    },
  };
}
