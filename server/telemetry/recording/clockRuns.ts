import type { SourceSample } from "../fleet/appendSample.ts";

/** Samples that follow one another in time, without a pause that may be a jump. */
export interface ClockRun {
  /** Indexes of its samples; some in between may be left out. */
  readonly members: readonly number[];
  /** Number of the clock that it goes by: a new one where that was put right. */
  readonly clock: number;
  /** What puts its times on that clock, ms; null where it goes by it. */
  readonly wrongByMs: number | null;
}

/** A longer pause is no part of a flight: the drone was off, ms. */
export const maxPauseMs = 1_800_000;
/** A clock that differs for no longer was not put right: its times are odd, as those of a drone that sends, ms. */
export const maxOddMs = 10_000;
/** An outage that is believed at an end, ms. */
const maxOutageMs = 60_000;
/** A pause at an end of a recording is believed up to so many times its longest one. */
const maxPauseRatio = 3;
/** So many runs are looked back over. */
const maxLookBack = 8;

/** The sample that the next one follows: member of a run, with the time in between. */
interface Before {
  readonly run: number;
  readonly member: number;
  readonly clock: number;
  readonly gapMs: number;
}

type TimeOf = (index: number | undefined) => number;

/**
 * Finds where the clock of a recording was wrong for a while, and where it was put right. Samples that stand between two
 * others, but whose times do not lie between theirs, had a wrong clock, unless there are more of them than of the
 * others. So had the few at an end that a jump parts from the rest. A sample that is in no run has the time of an
 * earlier one, or a time out of order.
 */
export function findClockRuns(samples: readonly SourceSample[]): ClockRun[] {
  const runs: ClockRun[] = [];
  const timeOf: TimeOf = (index) => samples[index ?? -1]?.tSrc ?? Number.NaN;
  const known = new Map<number, SourceSample>();
  let members: number[] = [];
  const counts: number[] = [];
  const start = (index: number, clock: number) => {
    members = [index];
    runs.push({ members, clock, wrongByMs: null });
    counts[clock] = (counts[clock] ?? 0) + 1;
  };
  for (const [index, sample] of samples.entries()) {
    const time = sample.tSrc;
    const before = findBefore({ runs, counts, timeOf }, time);
    const last = timeOf(members.at(-1));
    if (before) {
      const isNext = before.run === runs.length - 1 && before.member === members.length - 1;
      if (isNext && before.gapMs <= maxOddMs) {
        members.push(index);
        counts[before.clock] = (counts[before.clock] ?? 0) + 1;
      } else start(index, isNext ? before.clock : markWrong(runs, before, timeOf));
    } else if (runs.length === 0 || (last - time > maxOddMs && !isSame(known.get(time), sample)))
      start(index, counts.length);
    if (!known.has(time)) known.set(time, sample);
  }
  return markOddEnds(runs, timeOf);
}

/** Notes which of the runs at the ends had a wrong clock: those have a neighbour on one side only. */
function markOddEnds(runs: readonly ClockRun[], timeOf: TimeOf): ClockRun[] {
  const odd = new Map<ClockRun, number>();
  let kept = runs.filter(({ wrongByMs }) => wrongByMs === null);
  const measureStep = (before: ClockRun | undefined, after: ClockRun | undefined) =>
    timeOf(after?.members[0]) - timeOf(before?.members.at(-1));
  for (let looked = 0; looked < maxLookBack; looked++) {
    const last = kept.at(-1);
    const stepMs = measureStep(kept.at(-2), last);
    if (!last || !isOddEnd(last, kept.slice(0, -1), stepMs, timeOf)) break;
    odd.set(last, -stepMs);
    kept = kept.slice(0, -1);
  }
  for (let looked = 0; looked < maxLookBack; looked++) {
    const first = kept[0];
    const stepMs = measureStep(first, kept[1]);
    // A clock that was put right after the first samples steps back: theirs are known then.
    if (!first || stepMs < 0 || !isOddEnd(first, kept.slice(1), stepMs, timeOf)) break;
    odd.set(first, stepMs);
    kept = kept.slice(1);
  }
  return runs.map((run) => ({ ...run, wrongByMs: odd.get(run) ?? run.wrongByMs }));
}

/** Whether a run goes by another clock than the rest, which is that far from it. */
function isOddEnd(end: ClockRun, rest: readonly ClockRun[], stepMs: number, timeOf: TimeOf): boolean {
  const isShort = timeOf(end.members.at(-1)) - timeOf(end.members[0]) <= maxOddMs;
  const count = rest.reduce((sum, { members }) => sum + members.length, 0);
  if (!isShort || end.members.length >= count) return false;
  if (stepMs < 0) return true;
  const isAlone = end.members.length === 1;
  // Several may be a flight of their own, or follow an outage.
  if (!isAlone && (stepMs > maxPauseMs || stepMs <= maxOutageMs)) return false;
  return stepMs > Math.max(maxOddMs, maxPauseRatio * findLongestPause(rest, timeOf));
}

/** The longest time between two samples of a flight, ms. */
function findLongestPause(runs: readonly ClockRun[], timeOf: TimeOf): number {
  let longest = 0;
  let last = Number.NaN;
  for (const { members } of runs) {
    for (const index of members) {
      const pauseMs = timeOf(index) - last;
      if (pauseMs > longest && pauseMs <= maxPauseMs) longest = pauseMs;
      last = timeOf(index);
    }
  }
  return longest;
}

const isSame = (known: SourceSample | undefined, { lat, lon }: SourceSample): boolean =>
  known?.lat === lat && known?.lon === lon;

interface Found {
  readonly runs: readonly ClockRun[];
  /** Samples of each clock. */
  readonly counts: readonly number[];
  readonly timeOf: TimeOf;
}

/** The nearest in time of what a sample may follow; null where its clock is another one. */
function findBefore({ runs, counts, timeOf }: Found, time: number): Before | null {
  let nearest: Before | null = null;
  let takenMs = 0;
  let odd = 0;
  for (let nth = runs.length - 1; nth >= Math.max(0, runs.length - maxLookBack); nth--) {
    const run = runs[nth];
    if (!run || (nearest && takenMs >= nearest.gapMs)) break;
    const last = timeOf(run.members.at(-1));
    const member = run.wrongByMs === null ? findLast(run.members, time, timeOf) : -1;
    const gapMs = time - timeOf(run.members[member]);
    const isNext = nth === runs.length - 1 && member === run.members.length - 1;
    const rest = run.members.length - 1 - member;
    const restMs = rest > 0 ? last - timeOf(run.members[member + 1]) : 0;
    const areMore = (counts[run.clock] ?? 0) - rest >= odd + countOdd(rest, restMs);
    const fits = isNext || (takenMs + restMs < gapMs && areMore);
    if (fits && gapMs < (nearest?.gapMs ?? Number.POSITIVE_INFINITY))
      nearest = { run: nth, member, clock: run.clock, gapMs };
    const durationMs = last - timeOf(run.members[0]);
    takenMs += durationMs;
    odd += countOdd(run.members.length, durationMs);
  }
  return nearest;
}

/** How many samples of a run are lost if its clock is wrong. */
const countOdd = (count: number, durationMs: number): number => (durationMs > maxOddMs ? 0 : count);

/** The last member that is not after a time; -1 where all are. */
function findLast(members: readonly number[], time: number, timeOf: TimeOf): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(members[middle]) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Notes that what came after a sample had a wrong clock, and puts it into the gap, evenly.
 * @returns the clock of the sample
 */
function markWrong(runs: ClockRun[], { run: nth, member, gapMs }: Before, timeOf: TimeOf): number {
  const [run, ...later] = runs.splice(nth);
  if (!run) throw new Error("There is no such run");
  const { clock, members } = run;
  const kept = { ...run, members: members.slice(0, member + 1) };
  const rest = { ...run, members: members.slice(member + 1) };
  const wrong = rest.members.length > 0 ? [rest, ...later] : later;
  const durations = wrong.map((each) => timeOf(each.members.at(-1)) - timeOf(each.members[0]));
  const pauseMs = (gapMs - durations.reduce((sum, ms) => sum + ms, 0)) / (wrong.length + 1);
  let rightAt = timeOf(kept.members.at(-1));
  runs.push(kept);
  for (const [index, each] of wrong.entries()) {
    rightAt += pauseMs;
    runs.push({ ...each, clock, wrongByMs: Math.round(rightAt) - timeOf(each.members[0]) });
    rightAt += durations[index] ?? 0;
  }
  return clock;
}
