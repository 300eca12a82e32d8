import type { StripFlight } from "../../src/pages/history/strip/stripFlight.ts";

/** 2026-11-02 10:00:00 in Shanghai. */
export const tenOClock = Date.UTC(2026, 10, 2, 2);

/** A flight from 10:00:00, one sample a second. Values that are absent are unknown. */
export function createStripFlight(
  samples: readonly {
    readonly second: number;
    readonly height?: number;
    readonly speed?: number;
    readonly battery?: number;
  }[],
  changed: Partial<StripFlight> = {},
): StripFlight {
  const seconds = samples.map(({ second }) => second);
  return {
    ref: { taskId: "7", flightId: "70" },
    label: "巡检一",
    color: "#c2255c",
    shiftMs: 0,
    startMs: tenOClock + 1000 * Math.min(...seconds),
    endMs: tenOClock + 1000 * Math.max(...seconds),
    times: Float64Array.from(seconds, (second) => tenOClock + 1000 * second),
    heightM: Float64Array.from(samples, ({ height }) => height ?? Number.NaN),
    speedMs: Float64Array.from(samples, ({ speed }) => speed ?? Number.NaN),
    battery: Float64Array.from(samples, ({ battery }) => battery ?? Number.NaN),
    heightDatum: "相对起飞点",
    gaps: [],
    events: [],
    ...changed,
  };
}

/** A gap between two seconds after 10:00:00. */
export const gapBetween = (fromSecond: number, toSecond: number) => ({
  fromMs: tenOClock + 1000 * fromSecond,
  toMs: tenOClock + 1000 * toSecond,
});
