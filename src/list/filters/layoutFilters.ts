import type { Filter } from "../listDefinition.ts";

/** Least width of a field with its label, px; the gap between two. See FilterForm.module.css. */
const fieldPx = 246;
const gapPx = 16;
/** Width of the label with its gap, px. */
const labelPx = 72;
/** Least width in which both days of a range are readable, px. */
const daysPx = 240;
/** Width reserved for the buttons, px: they stay in place when the number of hidden conditions appears. */
const buttonsPx = 286;
/** Below this width of the form the buttons are under the fields, px. */
const stackedPx = 640;
const maxColumns = 8;

export interface FilterLayout {
  /** Whether the buttons are under the fields. */
  readonly isStacked: boolean;
  readonly columns: number;
  /** Columns that a range of days takes. */
  readonly daysSpan: 1 | 2;
  /** Fields in the first row, the only one of a collapsed form. */
  readonly firstRowCount: number;
}

/** Lays out the query form by its width in px: as many fields in a row as are readable. */
export function layoutFilters(filters: readonly Pick<Filter, "kind">[], width: number): FilterLayout {
  const isStacked = width < stackedPx;
  const fieldsPx = isStacked ? width : width - buttonsPx - gapPx;
  const fitting = Math.floor((fieldsPx + gapPx) / (fieldPx + gapPx));
  const columns = Math.max(1, Math.min(maxColumns, fitting));
  const columnPx = (fieldsPx + gapPx) / columns - gapPx;
  const daysSpan = columns > 1 && columnPx - labelPx < daysPx ? 2 : 1;
  let used = 0;
  const overflowing = filters.findIndex(({ kind }) => {
    used += kind === "days" ? daysSpan : 1;
    return used > columns;
  });
  return {
    isStacked,
    columns,
    daysSpan,
    firstRowCount: overflowing === -1 ? filters.length : Math.max(1, overflowing),
  };
}
