import type { Density } from "../columns/columnLayout.ts";

/** The least height of a row, and of the head, px: a line of the smallest text, the padding of the style sheet, a border. */
const rowPx: Record<Density, number> = { compact: 27, normal: 33, loose: 49 };
/** What a row with acts is higher by: their own padding. */
const actionsPx = 4;

/** What the style sheets leave of the window for the table: never less than this, and never more than all but that, px. */
const minTablePx = 360;
const chromePx = 346;
const tabsPx = 50;
const sumsPx = 48;

export interface TableLayout {
  readonly windowPx: number;
  readonly density: Density;
  readonly withActions: boolean;
  /** Whether tabs stand above the table. */
  readonly tabs: boolean;
  /** Whether sums stand below it. */
  readonly sums: boolean;
}

/** As many rows as a table may show at once, one that is cut by its edge included; with larger text one or two more. */
export function visibleRowCount({ windowPx, density, withActions, tabs, sums }: TableLayout): number {
  const reservedPx = chromePx + (tabs ? tabsPx : 0) + (sums ? sumsPx : 0);
  const availablePx = Math.max(minTablePx, windowPx - reservedPx) - rowPx[density];
  return Math.ceil(availablePx / (rowPx[density] + (withActions ? actionsPx : 0)));
}
