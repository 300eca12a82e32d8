import type { ImportLeftOut } from "../../../adapters/contract/flightFile.ts";
import type { SourceSample } from "../fleet/appendSample.ts";
import { findClockRuns, maxOddMs } from "./clockRuns.ts";

/** Samples of a recording by one clock. UTC ms. */
export interface ClockSpan {
  /** Times of the first and the last sample, as the recording has them. */
  readonly from: number;
  readonly to: number;
  /** What puts such a time on the time line. */
  readonly shiftMs: number;
}

/** When a sample was on the time line, and the shift of its clock. */
export interface LineTime {
  readonly lineAt: number;
  readonly shiftMs: number;
}

/** The times of a recording on one line without jumps. */
export interface TimeLine {
  /** Of each sample, or why it has none. */
  readonly times: readonly (LineTime | ImportLeftOut)[];
  readonly spans: readonly ClockSpan[];
}

/**
 * Judges each time of a recording by those before and after it: odd ones are left out. The step over a jump of the
 * clock is taken to be as long as the others.
 * @param samples in the order of the file, with times
 */
export function drawTimeLine(samples: readonly SourceSample[]): TimeLine {
  const at = samples.map(({ tSrc }) => tSrc);
  const times = at.map((): LineTime | ImportLeftOut => "older");
  const clocks = new Map<number, ClockSpan>();
  const wrong: ClockSpan[] = [];
  const periodMs = findPeriod(at);
  let last: number | null = null;
  for (const { members, clock, wrongByMs } of findClockRuns(samples)) {
    const from = at[members[0] ?? -1] ?? Number.NaN;
    const to = at[members.at(-1) ?? -1] ?? Number.NaN;
    if (wrongByMs !== null && to - from <= maxOddMs) {
      if (wrongByMs < 0) for (const index of members) times[index] = "ahead";
      continue;
    }
    const known: ClockSpan = clocks.get(clock) ?? {
      from,
      to,
      shiftMs: last === null ? 0 : last + periodMs - from,
    };
    const shiftMs: number = known.shiftMs + (wrongByMs ?? 0);
    if (wrongByMs === null) clocks.set(clock, { ...known, to });
    else wrong.push({ from, to, shiftMs });
    for (const index of members) times[index] = { lineAt: (at[index] ?? Number.NaN) + shiftMs, shiftMs };
    last = to + shiftMs;
  }
  return { times, spans: [...clocks.values(), ...wrong] };
}

/** The usual time between two samples, ms. */
function findPeriod(at: readonly number[]): number {
  const steps = at.flatMap((time, index) => {
    const step = time - (at[index - 1] ?? Number.NaN);
    return step > 0 ? [step] : [];
  });
  return steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
}

/** The times on the time line that a time of the recording may be. */
export const toLineTimes = (spans: readonly ClockSpan[], at: number): number[] =>
  spans.flatMap(({ from, to, shiftMs }) => (at >= from && at <= to ? [at + shiftMs] : []));
