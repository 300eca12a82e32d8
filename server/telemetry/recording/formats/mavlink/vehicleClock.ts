/** When a position was received, UTC ms, and what the vehicle's clock showed, ms since it was switched on. */
export interface ClockReading {
  readonly at: number;
  readonly bootMs: number;
}

/** A packet may overtake another by less; a clock that falls back further was switched on again. */
const rebootMs = 5_000;
/** A packet is under way for less: what seems faster or slower is the receiver's clock, which was put right. */
const maxDelayMs = 60_000;

/**
 * UTC ms of positions by the vehicle's own clock: they were flown evenly, however they were received. A radio link
 * with a buffer gives them in bursts. Each time that the vehicle was on, its clock is set by the packets that were
 * under way shortest. A clock that stands still is none: the time of receipt counts.
 */
export function toVehicleTimes(readings: readonly ClockReading[]): readonly number[] {
  return splitAtReboots(readings).flatMap((run) => {
    const isRunning = new Set(run.map(({ bootMs }) => bootMs)).size > run.length / 2;
    if (!isRunning) return run.map(({ at }) => at);
    const switchedOnAt = findSwitchedOnTime(run);
    return run.map(({ bootMs }) => switchedOnAt + bootMs);
  });
}

function splitAtReboots(readings: readonly ClockReading[]): ClockReading[][] {
  const runs: ClockReading[][] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const reading of readings) {
    const run = runs.at(-1);
    const isReboot = reading.bootMs < latest - rebootMs;
    latest = isReboot ? reading.bootMs : Math.max(latest, reading.bootMs);
    if (run && !isReboot) run.push(reading);
    else runs.push([reading]);
  }
  return runs;
}

/** @param run must not be empty */
function findSwitchedOnTime(run: readonly ClockReading[]): number {
  const starts = run.map(({ at, bootMs }) => at - bootMs).toSorted((a, b) => a - b);
  const median = starts[Math.floor(starts.length / 2)] ?? 0;
  return starts.find((start) => start >= median - maxDelayMs) ?? median;
}
