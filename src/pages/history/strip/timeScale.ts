import { formatClock, formatDay } from "../../../ui/format/formatTime.ts";
import { formatElapsed } from "../playback/formatDuration.ts";

/** A range of time, ms. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Maps times to CSS pixels from the strip's left edge, and back. */
export interface TimeScale {
  readonly toPixel: (ms: number) => number;
  /** The nearest time inside the window. */
  readonly toTime: (pixel: number) => number;
}

/**
 * @param window the times at the plot's two edges
 * @param left the plot's left edge, CSS px
 * @param width the plot's width, CSS px
 */
export function createTimeScale({ fromMs, toMs }: TimeWindow, left: number, width: number): TimeScale {
  const spanMs = Math.max(1, toMs - fromMs);
  const plotWidth = Math.max(1, width);
  return {
    toPixel: (ms) => left + ((ms - fromMs) / spanMs) * plotWidth,
    toTime: (pixel) => Math.min(toMs, Math.max(fromMs, fromMs + ((pixel - left) / plotWidth) * spanMs)),
  };
}

/** A longer window has labels without seconds, ms. */
const minutesFromMs = 30 * 60_000;

/** A time of the strip: since take-off where flights are compared, as +02:05, else the time of day. */
export function formatStripTime(ms: number, zeroMs: number | null): string {
  if (zeroMs === null) return formatClock(ms);
  const elapsed = formatElapsed(ms - zeroMs);
  return elapsed.startsWith("−") ? elapsed : `+${elapsed}`;
}

/** A label of the time axis: with the date where the window is of several days, with seconds in a short one. */
export function formatAxisTime(ms: number, { fromMs, toMs }: TimeWindow, zeroMs: number | null): string {
  if (zeroMs !== null) return formatStripTime(ms, zeroMs);
  const clock = formatClock(ms);
  const minutes = clock.slice(0, 5);
  const days = [fromMs, toMs, ms].map((at) => formatDay(new Date(at)));
  if (days[0] !== days[1]) return `${days[2]?.slice(5)} ${minutes}`;
  return toMs - fromMs > minutesFromMs ? minutes : clock;
}

/** The shortest window that one can zoom to, ms. */
export const minWindowMs = 10_000;

/** Moves a window into the whole, and shortens or lengthens it where it does not fit. */
export function clampWindow({ fromMs, toMs }: TimeWindow, whole: TimeWindow): TimeWindow {
  const wholeMs = whole.toMs - whole.fromMs;
  const spanMs = Math.min(wholeMs, Math.max(toMs - fromMs, minWindowMs));
  const start = Math.min(Math.max(fromMs, whole.fromMs), whole.toMs - spanMs);
  return { fromMs: start, toMs: start + spanMs };
}

/**
 * A shorter or longer window in which one time keeps its place.
 * @param factor new length by old length
 */
export function zoomWindow(
  { fromMs, toMs }: TimeWindow,
  factor: number,
  aroundMs: number,
  whole: TimeWindow,
): TimeWindow {
  const centre = Math.min(toMs, Math.max(fromMs, aroundMs));
  const spanMs = Math.max(minWindowMs, (toMs - fromMs) * factor);
  const share = (centre - fromMs) / Math.max(1, toMs - fromMs);
  const start = centre - share * spanMs;
  return clampWindow({ fromMs: start, toMs: start + spanMs }, whole);
}

export const isInWindow = ({ fromMs, toMs }: TimeWindow, ms: number): boolean => ms >= fromMs && ms <= toMs;

/** The window of the same length that begins a tenth before a time, as one turns a page. */
export function turnPage({ fromMs, toMs }: TimeWindow, ms: number, whole: TimeWindow): TimeWindow {
  const spanMs = toMs - fromMs;
  const start = ms - spanMs / 10;
  return clampWindow({ fromMs: start, toMs: start + spanMs }, whole);
}
