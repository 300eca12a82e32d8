import { findFirstAtOrAfter } from "./linePoints.ts";
import { type Metric, metrics } from "./metrics.ts";
import type { StripFlight } from "./stripFlight.ts";

/** What a flight reported last at a time of the strip: `gap` inside a gap, `outside` before and after the flight. */
export type Reading = Readonly<Record<Metric, number>> | "gap" | "outside";

/**
 * Values of the last sample at or before a time; never interpolated.
 * @param ms time of the strip, after the flight's shift
 * @returns values with NaN for unknown ones
 */
export function readAt(flight: StripFlight, ms: number): Reading {
  const at = ms - flight.shiftMs;
  if (at < flight.startMs || at > flight.endMs) return "outside";
  if (flight.gaps.some(({ fromMs, toMs }) => at > fromMs && at < toMs)) return "gap";
  const next = findFirstAtOrAfter(flight.times, at);
  const index = flight.times[next] === at ? next : next - 1;
  if (index < 0) return "gap";
  const read = (metric: Metric) => metrics[metric].select(flight)[index] ?? Number.NaN;
  return { height: read("height"), speed: read("speed"), battery: read("battery") };
}
