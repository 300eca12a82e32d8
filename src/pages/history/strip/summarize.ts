import * as word from "../../../../adapters/contract/words.ts";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { formatClock } from "../../../ui/format/formatTime.ts";
import { formatDuration } from "../playback/formatDuration.ts";
import { getRange } from "../valueRange.ts";
import { formatMetric, type Metric, metricNames, metrics } from "./metrics.ts";
import { readAt } from "./readings.ts";
import type { StripFlight } from "./stripFlight.ts";
import { formatStripTime } from "./timeScale.ts";

/** The curves of one flight in words, for those who cannot see the canvas. */
export interface FlightSummary {
  readonly key: string;
  readonly label: string;
  readonly times: string;
  readonly height: string;
  readonly speed: string;
  readonly battery: string;
  readonly gaps: string;
}

export function summarizeFlight(flight: StripFlight): FlightSummary {
  const { ref, label, startMs, endMs, gaps, heightDatum } = flight;
  const describe = (metric: Metric) => {
    const range = getRange(metrics[metric].select(flight));
    return range
      ? `${formatMetric(metric, range.min)} 至 ${formatMetric(metric, range.max)}`
      : formatMetric(metric, Number.NaN);
  };
  const gapMs = gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return {
    key: toFlightKey(ref),
    label,
    times: `${formatClock(startMs)} 至 ${formatClock(endMs)}`,
    height: `${describe("height")}（${heightDatum}）`,
    speed: describe("speed"),
    battery: describe("battery"),
    gaps: gaps.length === 0 ? "无" : `${gaps.length} 处，共 ${formatDuration(gapMs)}`,
  };
}

/** The values of a flight at a time of the strip in words. */
export function describeReading(flight: StripFlight, ms: number): string {
  const reading = readAt(flight, ms);
  if (reading === "outside") return "不在飞行中";
  if (reading === "gap") return word.dataGap;
  return metricNames
    .map((metric) => `${metrics[metric].label} ${formatMetric(metric, reading[metric])}`)
    .join("，");
}

/** Text of the cursor for screen readers: the time, and of a single flight its values. */
export function describeCursor(flights: readonly StripFlight[], ms: number, zeroMs: number | null): string {
  const [flight] = flights;
  const time = formatStripTime(ms, zeroMs);
  return flight && flights.length === 1 ? `${time}，${describeReading(flight, ms)}` : time;
}
