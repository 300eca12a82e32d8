import type { ValueRange } from "../valueRange.ts";
import type { Metric } from "./metrics.ts";

export interface AxisRange extends ValueRange {
  /** Distance of its lines. */
  readonly interval: number;
}

/** At most so many lines above the lowest. */
const maxSteps = 5;

/**
 * Range of a metric's axis: round numbers, always with zero, so that curves can be compared by eye. Battery is 0 to
 * 100 %.
 */
export function toAxisRange(metric: Metric, range: ValueRange | null): AxisRange {
  if (metric === "battery") return { min: 0, max: 100, interval: 25 };
  const low = Math.min(0, range?.min ?? 0);
  const high = Math.max(0, range?.max ?? 0);
  const interval = toRoundStep((high - low || maxSteps) / maxSteps);
  const top = Math.ceil(high / interval) * interval;
  return {
    min: Math.floor(low / interval) * interval,
    max: top === 0 && low === 0 ? interval : top,
    interval,
  };
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is at least as large. */
function toRoundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const digit = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return digit * power;
}
