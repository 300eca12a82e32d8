/** A longer pause is no part of a flight: the drone was off, or its clock was put right, ms. */
export const maxPauseMs = 1_800_000;

/** Samples of a recording between which its clock was not put right. UTC ms. */
export interface ClockSpan {
  /** Times of the first and the last sample, as the recording has them. */
  readonly from: number;
  readonly to: number;
  /** What puts such a time on the time line of the flight. */
  readonly shiftMs: number;
}

/** The time of a sample, as the recording has it, and on a time line without jumps. */
interface Mark {
  readonly at: number;
  readonly lineAt: number;
}

/** Follows the clock of a recording, which may be put right in between. */
export interface FileClock {
  /** Whether the clock was put right before a sample of this time. */
  readonly isPutRight: (at: number) => boolean;
  /** Takes the time of a sample that is believed. */
  readonly add: (at: number) => void;
  /** Number of the span of the last sample. */
  readonly getSpan: () => number;
  /** The spans; the time line is that of the clock at the end. */
  readonly list: () => ClockSpan[];
}

const isStep = (from: Mark, at: number): boolean => at >= from.at && at - from.at <= maxPauseMs;

/** The step over a jump of the clock counts nothing, unless the clock is again what it was before the last jump. */
export function createFileClock(): FileClock {
  const spans: ClockSpan[] = [];
  let last: Mark | null = null;
  let beforeJump: Mark | null = null;
  return {
    isPutRight: (at) => last !== null && !isStep(last, at),
    add: (at) => {
      const span = spans.at(-1);
      if (last && span && isStep(last, at)) {
        last = { at, lineAt: last.lineAt + at - last.at };
        spans[spans.length - 1] = { ...span, to: at };
        return;
      }
      const back: number =
        beforeJump && isStep(beforeJump, at)
          ? beforeJump.lineAt + at - beforeJump.at
          : Number.NEGATIVE_INFINITY;
      const lineAt: number = last ? Math.max(last.lineAt, back) : at;
      spans.push({ from: at, to: at, shiftMs: lineAt - at });
      [beforeJump, last] = [last, { at, lineAt }];
    },
    getSpan: () => spans.length - 1,
    list: () => {
      const end = spans.at(-1)?.shiftMs ?? 0;
      return spans.map((span) => ({ ...span, shiftMs: span.shiftMs - end }));
    },
  };
}

/** A time of the recording on the time line of the flight; null where that was not under way. */
export function toLineTime(spans: readonly ClockSpan[], at: number): number | null {
  const span = spans.find(({ from, to }) => at >= from && at <= to);
  return span ? at + span.shiftMs : null;
}
