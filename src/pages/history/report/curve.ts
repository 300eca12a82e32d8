import type { ValueRange } from "../valueRange.ts";

/** Size of a drawing in its own units. */
export interface CurveBox {
  readonly width: number;
  readonly height: number;
}

/** Samples of one track that a curve is drawn of; see `FlightTrack`. */
interface CurveSource {
  readonly times: Float64Array;
  /** 1 where a hole follows the sample. */
  readonly breaks: Uint8Array;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Draws a column of a track as the `d` of an SVG path. Nothing is drawn over a hole or an unknown value. Of the samples
 * that share a unit of the width the least and the greatest are drawn, so that no peak is lost.
 * @param range values at the bottom and at the top
 */
export function toCurvePath(
  { times, breaks, startMs, endMs }: CurveSource,
  values: Float64Array,
  { min, max }: ValueRange,
  { width, height }: CurveBox,
): string {
  const toX = (at: number) => (endMs > startMs ? ((at - startMs) / (endMs - startMs)) * width : 0);
  const toY = (value: number) => (max > min ? height - ((value - min) / (max - min)) * height : height / 2);
  const parts: string[] = [];
  // Samples of the same unit of the width; NaN where there is none.
  const column = { x: Number.NaN, low: 0, high: 0, last: 0 };
  let isOpen = false;
  const draw = (x: number, value: number) => {
    parts.push(`${isOpen ? "L" : "M"}${x.toFixed(1)} ${toY(value).toFixed(1)}`);
    isOpen = true;
  };
  const finishColumn = () => {
    const { x } = column;
    if (Number.isNaN(x)) return;
    draw(x, column.low);
    if (column.high !== column.low) draw(x, column.high);
    if (column.last !== column.high) draw(x, column.last);
    column.x = Number.NaN;
  };
  const interrupt = () => {
    finishColumn();
    isOpen = false;
  };
  for (const [index, at] of times.entries()) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) {
      interrupt();
      continue;
    }
    const x = Math.round(toX(at));
    if (column.x !== x) {
      finishColumn();
      Object.assign(column, { x, low: value, high: value });
    }
    column.low = Math.min(column.low, value);
    column.high = Math.max(column.high, value);
    column.last = value;
    if (breaks[index] === 1) interrupt();
  }
  finishColumn();
  return parts.join("");
}

const secondsMs = 1_000;
const minutesMs = 60 * secondsMs;
const hoursMs = 60 * minutesMs;
const tickSteps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondsMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minutesMs),
  ...[1, 2, 4, 6, 12, 24].map((hours) => hours * hoursMs),
];
const maxTicks = 6;
/** Hours begin with those of UTC in China, but not days. */
const zoneMs = 8 * hoursMs;

/** Round times of a time axis, UTC ms: at most 6, by the clock in China. */
export function getTimeTicks({ startMs, endMs }: Pick<CurveSource, "startMs" | "endMs">): readonly number[] {
  const step =
    tickSteps.find((each) => (endMs - startMs) / each < maxTicks) ??
    Math.ceil((endMs - startMs) / maxTicks / hoursMs) * hoursMs;
  const ticks: number[] = [];
  for (let at = Math.ceil((startMs + zoneMs) / step) * step - zoneMs; at <= endMs; at += step) ticks.push(at);
  return ticks;
}
