/** A stretch of a track without samples, from the last one before it to the first one after it, UTC ms. */
export interface TrackGap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a source may be late beyond two of its own periods. */
const slackMs = 1_000;

/**
 * Finds where a track was interrupted: steps longer than 2T + 1 s, where T is the source's own period, the lower
 * median of all steps.
 * @param times of the samples, UTC ms, ascending
 */
export function findTrackGaps(times: Float64Array): TrackGap[] {
  if (times.length < 2) return [];
  const steps = times.subarray(1).map((time, index) => time - (times[index] ?? time));
  const period = steps.toSorted()[(steps.length - 1) >> 1] ?? 0;
  const gaps: TrackGap[] = [];
  for (const [index, step] of steps.entries())
    if (step > 2 * period + slackMs) gaps.push({ fromMs: times[index] ?? 0, toMs: times[index + 1] ?? 0 });
  return gaps;
}
