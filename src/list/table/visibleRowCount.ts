import type { Density } from "../columns/columnLayout.ts";

/** Minimum height of the head, px: a line of the smallest font, padding, border. */
const headPx: Record<Density, number> = { compact: 27, normal: 33, loose: 49 };
/** Extra height of a row, px: there is room for its buttons. */
const buttonsPx = 4;

/** Height of the table, px: the window less `chromePx`, but at least `minTablePx`. See the style sheets. */
const minTablePx = 360;
const chromePx = 346;
const tabsPx = 50;
const sumsPx = 48;

export interface TableLayout {
  readonly windowPx: number;
  readonly density: Density;
  /** Whether there are tabs above the table. */
  readonly tabs: boolean;
  /** Whether there are sums below it. */
  readonly sums: boolean;
}

/** Upper bound of rows in view, including one that is cut off; with a larger font one or two too many. */
export function visibleRowCount({ windowPx, density, tabs, sums }: TableLayout): number {
  const reservedPx = chromePx + (tabs ? tabsPx : 0) + (sums ? sumsPx : 0);
  const availablePx = Math.max(minTablePx, windowPx - reservedPx) - headPx[density];
  return Math.ceil(availablePx / (headPx[density] + buttonsPx));
}
