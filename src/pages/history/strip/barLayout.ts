import type { StripBar, StripFlight } from "./stripFlight.ts";
import type { TimeScale, TimeWindow } from "./timeScale.ts";

export interface PlacedBar {
  readonly key: string;
  /** CSS px. */
  readonly left: number;
  readonly width: number;
  /** Row, from 0; bars at the same time stand in different rows. */
  readonly row: number;
  readonly label: string;
  readonly color: string;
}

/** Places the bars of shown flights that the window shows. */
export function layoutBars(
  bars: readonly StripBar[],
  flights: readonly StripFlight[],
  window: TimeWindow,
  { toPixel }: TimeScale,
): readonly PlacedBar[] {
  const rowEnds: number[] = [];
  return bars
    .flatMap((bar) => {
      const flight = flights.find(({ ref }) => ref.flightId === bar.flightId);
      if (!flight) return [];
      const { color, shiftMs } = flight;
      return { color, ...bar, fromMs: bar.fromMs + shiftMs, toMs: bar.toMs + shiftMs };
    })
    .sort((a, b) => a.fromMs - b.fromMs)
    .flatMap(({ flightId, fromMs, toMs, label, color }) => {
      // Rows are given before the window cuts, so that zooming moves no bar to another row.
      const free = rowEnds.findIndex((end) => end <= fromMs);
      const row = free < 0 ? rowEnds.length : free;
      rowEnds[row] = toMs;
      const left = toPixel(Math.max(window.fromMs, fromMs));
      const width = toPixel(Math.min(window.toMs, toMs)) - left;
      return width > 0 ? { key: `${flightId}-${fromMs}-${label}`, left, width, row, label, color } : [];
    });
}
