/** Time in which samples were refused for the platform's own fault, as when its database is away. */
export interface OwnOutage {
  /** A call with samples was refused at `at`, having come at `since`; server's time, UTC ms. */
  readonly addRefusal: (at: number, since: number) => void;
  /** A call with samples was taken: the outage is over. */
  readonly addSuccess: (at: number) => void;
  /** Since when samples are refused; null where they are not. */
  readonly getSince: () => number | null;
  /**
   * What has passed since the last call.
   * @returns how long samples could not come in since then, and how long the outage that is over took, ms
   */
  readonly advance: (now: number) => { readonly stalledMs: number; readonly endedAfterMs: number };
}

/**
 * Notes how a call with samples was answered, whoever it came from.
 * @param tookMs how long ago it came
 */
export function noteAnswer(outage: OwnOutage, status: number, now: number, tookMs: number): void {
  if (status >= 500) outage.addRefusal(now, now - tookMs);
  else if (status === 200) outage.addSuccess(now);
}

/** An outage is over if nobody tries any more: longer than devices wait between two attempts. */
const silentMs = 30_000;

export function createOwnOutage(): OwnOutage {
  let outage: { readonly since: number; countedTo: number; refusedAt: number; endedAt: number } | null = null;
  return {
    addRefusal: (at, since) => {
      outage ??= { since, countedTo: since, refusedAt: at, endedAt: Number.NaN };
      outage.refusedAt = at;
      outage.endedAt = Number.NaN;
    },
    addSuccess: (at) => {
      if (outage) outage.endedAt = at;
    },
    getSince: () => (outage && Number.isNaN(outage.endedAt) ? outage.since : null),
    advance: (now) => {
      if (!outage) return { stalledMs: 0, endedAfterMs: 0 };
      const { since, countedTo, refusedAt, endedAt } = outage;
      const hasEnded = !Number.isNaN(endedAt);
      const to = hasEnded ? endedAt : now;
      outage.countedTo = to;
      const isOver = hasEnded || now - refusedAt > silentMs;
      if (isOver) outage = null;
      return { stalledMs: Math.max(0, to - countedTo), endedAfterMs: isOver ? to - since : 0 };
    },
  };
}
