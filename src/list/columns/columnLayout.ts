import { columnWidthPx, maxPinned } from "../../../adapters/contract/columnLimits.ts";
import type { ListColumn } from "../../../adapters/contract/listLayout.ts";
import { parseSavedQueries, type SavedQuery } from "../savedQueries/savedQuery.ts";

/** The persisted state of one column. */
export type ColumnState = ListColumn;

export const densities = ["compact", "normal", "loose"] as const;
export type Density = (typeof densities)[number];

/** View of a list that supports cards. */
export type RowView = "table" | "cards";

/** Persisted settings of one list for one user; each may be missing. */
export interface ListPreferences {
  readonly columns?: readonly ColumnState[];
  readonly density?: Density;
  readonly pageSize?: number;
  readonly queries?: readonly SavedQuery[];
  readonly view?: RowView;
}

interface ColumnInfo {
  readonly key: string;
  readonly hidden?: boolean | undefined;
}

/**
 * The columns in the persisted order. Columns that the page no longer has are dropped. New ones are inserted after
 * the column that precedes them in the page, so that a release never hides what it adds.
 */
export function arrangeColumns(
  columns: readonly ColumnInfo[],
  savedColumns: readonly ColumnState[],
): ColumnState[] {
  const columnsByKey = new Map(columns.map((column) => [column.key, column]));
  const validColumns = savedColumns.filter(
    (columnState, index) =>
      columnsByKey.has(columnState.key) &&
      savedColumns.findIndex((other) => other.key === columnState.key) === index,
  );
  const result: ColumnState[] = [...validColumns];
  columns.forEach((column, index) => {
    if (result.some((columnState) => columnState.key === column.key)) return;
    const previousKey = columns[index - 1]?.key;
    const insertAt = result.findIndex((columnState) => columnState.key === previousKey) + 1;
    result.splice(insertAt, 0, { key: column.key, shown: column.hidden !== true });
  });
  // A table without columns is unusable, and the user might not find out why: show all.
  return result.some((columnState) => columnState.shown)
    ? result
    : result.map((columnState) => ({ ...columnState, shown: true }));
}

/** Whether two lists of columns look the same. */
export const hasSameColumns = (one: readonly ColumnState[], other: readonly ColumnState[]): boolean =>
  one.length === other.length &&
  one.every(({ key, shown, pinned = false, width }, index) => {
    const column = other[index];
    return (
      column?.key === key &&
      column.shown === shown &&
      (column.pinned ?? false) === pinned &&
      column.width === width
    );
  });

export function moveColumn(columns: readonly ColumnState[], from: number, to: number): ColumnState[] {
  const result = [...columns];
  const [column] = result.splice(from, 1);
  if (column) result.splice(Math.max(0, Math.min(to, result.length)), 0, column);
  return result;
}

/** Shows or hides one column; the last visible one cannot be hidden. */
export function setColumnVisible(
  columns: readonly ColumnState[],
  key: string,
  shown: boolean,
): ColumnState[] {
  const result = columns.map((column) => (column.key === key ? { ...column, shown } : column));
  return result.some((column) => column.shown) ? result : [...columns];
}

/** Pins or releases a column; beyond the maximum nothing is pinned. */
export function setColumnPinned(
  columns: readonly ColumnState[],
  key: string,
  pinned: boolean,
): ColumnState[] {
  const isFull = columns.filter((column) => column.pinned).length >= maxPinned;
  if (pinned && isFull) return [...columns];
  return columns.map((column) => {
    if (column.key !== key) return column;
    const { pinned: _, ...rest } = column;
    return pinned ? { ...rest, pinned } : rest;
  });
}

/** Sets a column's width within the limits; null restores the page's own. */
export function setColumnWidth(
  columns: readonly ColumnState[],
  key: string,
  width: number | null,
): ColumnState[] {
  return columns.map((column) => {
    if (column.key !== key) return column;
    const { width: _, ...rest } = column;
    return width === null ? rest : { ...rest, width: limitWidth(width) };
  });
}

/** A width in px within the limits. */
export const limitWidth = (width: number): number =>
  Math.round(Math.max(columnWidthPx.min, Math.min(columnWidthPx.max, width)));

/** Where a visible column stands. */
export interface ColumnPlace {
  readonly key: string;
  readonly width: number;
  /** Distance from the left edge of the pinned columns, px; undefined for a column that scrolls. */
  readonly left?: number;
  /** The last pinned one: content scrolls under its edge. */
  readonly isEdge?: boolean;
  /** Takes the width that chosen widths leave: by the page's widths, all columns would share it. */
  readonly isFlexible?: boolean;
}

/** The visible columns in their places: the main one if it is the first, the pinned ones, the others. */
export function placeColumns(
  columns: readonly (ColumnInfo & { readonly width: number; readonly main?: boolean | undefined })[],
  savedColumns: readonly ColumnState[],
): ColumnPlace[] {
  const states = arrangeColumns(columns, savedColumns).filter(({ shown }) => shown);
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const isPinned = (state: ColumnState) =>
    state.pinned === true || (state === states[0] && byKey.get(state.key)?.main === true);
  const pinned = states.filter(isPinned);
  const scrolling = states.filter((state) => !isPinned(state));
  const flexible = states.some(({ width }) => width !== undefined)
    ? scrolling.findLast(({ width }) => width === undefined)
    : undefined;
  let left = 0;
  return [...pinned, ...scrolling].map((state, index): ColumnPlace => {
    const width = state.width ?? byKey.get(state.key)?.width ?? columnWidthPx.min;
    const place = { key: state.key, width };
    if (index >= pinned.length) return state === flexible ? { ...place, isFlexible: true } : place;
    left += width;
    return { ...place, left: left - width, ...(index === pinned.length - 1 ? { isEdge: true } : {}) };
  });
}

/** Parses stored preferences; invalid entries are dropped. */
export function parseListPreferences(value: unknown, pageSizes: readonly number[]): ListPreferences {
  if (typeof value !== "object" || value === null) return {};
  const { columns, density, pageSize, queries, view } = value as Record<string, unknown>;
  return {
    ...(Array.isArray(columns) ? { columns: columns.flatMap(parseColumnState) } : {}),
    ...(densities.some((known) => known === density) ? { density: density as Density } : {}),
    ...(typeof pageSize === "number" && pageSizes.includes(pageSize) ? { pageSize } : {}),
    ...(Array.isArray(queries) ? { queries: parseSavedQueries(queries) } : {}),
    ...(view === "table" || view === "cards" ? { view } : {}),
  };
}

function parseColumnState(value: unknown): ColumnState[] {
  if (typeof value !== "object" || value === null) return [];
  const { key, shown, pinned, width } = value as Record<string, unknown>;
  if (typeof key !== "string" || typeof shown !== "boolean") return [];
  return [
    {
      key,
      shown,
      ...(pinned === true ? { pinned } : {}),
      ...(typeof width === "number" && Number.isFinite(width) ? { width: limitWidth(width) } : {}),
    },
  ];
}
