/**
 * What a rule says of the present moment. `clear`: its cause is over. `hold`: between raising and clearing, so that
 * what is raised stays and what is not raised stays so. Every other number says that the cause holds, and by how much
 * it is less urgent than its rule's priority: −1 is one more urgent.
 */
export const verdicts = { clear: -100, hold: 100 } as const;

/** What a step has changed. */
export const changes = { none: 0, raised: 1, cleared: 2 } as const;

/** On-delays and off-delays of causes, by the index of the cause. */
export interface CauseTimers {
  /** Rank that a cause is raised with: 1 is the most urgent; 0 where it is not raised. */
  readonly getRank: (cause: number) => number;
  /** The verdict that a cause is raised with, which its rank does not tell where that ends at the scale; NaN where it is not raised. */
  readonly getShift: (cause: number) => number;
  /**
   * Advances one cause to `now`; returns one of `changes`. A priority that changes counts as raised. Silence is no
   * recovery: an off-delay runs from sample to sample, and not at all while nothing is heard.
   * @param heardAt time of the newest data that the verdict rests on; NaN while there is none
   */
  readonly step: (
    cause: number,
    verdict: number,
    rule: { readonly rank: number; readonly onDelayMs: number; readonly offDelayMs: number },
    now: number,
    heardAt: number,
  ) => number;
  /** Whether a delay of the cause is running. */
  readonly isWaiting: (cause: number) => boolean;
  readonly reset: (cause: number) => void;
  /** Makes room for a cause and all before it. */
  readonly reach: (cause: number) => void;
}

const [mostUrgent, leastUrgent] = [1, 4];

export function createCauseTimers(count: number): CauseTimers {
  let rank = new Uint8Array(count);
  let shift = new Int8Array(count);
  /** Since when the cause holds but is not raised, or is over but not cleared; NaN otherwise. */
  let since = new Float64Array(count).fill(Number.NaN);
  return {
    getRank: (cause) => rank[cause] ?? 0,
    getShift: (cause) => (rank[cause] ? (shift[cause] ?? 0) : Number.NaN),
    reach: (cause) => {
      if (cause < rank.length) return;
      const size = Math.max(2 * rank.length, cause + 1);
      rank = growColumn(rank, new Uint8Array(size));
      shift = growColumn(shift, new Int8Array(size));
      since = growColumn(since, new Float64Array(size).fill(Number.NaN));
    },
    isWaiting: (cause) => !Number.isNaN(since[cause]),
    reset: (cause) => {
      rank[cause] = 0;
      since[cause] = Number.NaN;
    },
    step: (cause, verdict, rule, now, heardAt) => {
      const present = rank[cause] ?? 0;
      const isOver = verdict === verdicts.clear;
      if (present === 0 ? isOver || verdict === verdicts.hold : !isOver) {
        since[cause] = Number.NaN;
        if (present === 0 || verdict === verdicts.hold) return changes.none;
        const next = toRank(rule.rank, verdict);
        shift[cause] = verdict;
        if (next === present) return changes.none;
        rank[cause] = next;
        return changes.raised;
      }
      const time = present === 0 ? now : heardAt;
      const start = since[cause] ?? Number.NaN;
      // A clock that was set back must not hold a cause up.
      if (!(start <= time)) since[cause] = time;
      if (!(time - (since[cause] ?? time) >= (present === 0 ? rule.onDelayMs : rule.offDelayMs)))
        return changes.none;
      since[cause] = Number.NaN;
      rank[cause] = present === 0 ? toRank(rule.rank, verdict) : 0;
      shift[cause] = verdict;
      return present === 0 ? changes.raised : changes.cleared;
    },
  };
}

const toRank = (base: number, shift: number) => Math.min(leastUrgent, Math.max(mostUrgent, base + shift));

/** Copies a column into a larger one. */
export function growColumn<T extends Uint8Array | Int8Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
