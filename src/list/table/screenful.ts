import type { Density } from "../columns/columnLayout.ts";

/** Height of a row, px, rounded down: its line, the padding of the style sheet, a border. */
const rowPx: Record<Density, number> = { compact: 30, normal: 36, loose: 52 };

/** What the style sheet leaves of the window for the rows: never less than this, and never more than all but that, px. */
const leastPx = 360;
const otherPx = 346;

/** As many rows as a window of this height can show at once: a table without tabs and sums, which is the tallest. */
export const screenful = (windowPx: number, density: Density) =>
  Math.ceil(Math.max(leastPx, windowPx - otherPx) / rowPx[density]);
