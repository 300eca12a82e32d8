import { parseSavedQueries, type SavedQuery } from "../savedQueries/savedQuery.ts";

/** The persisted state of one column. */
export interface ColumnState {
  readonly key: string;
  readonly shown: boolean;
}

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
  const result: ColumnState[] = validColumns.map(({ key, shown }) => ({ key, shown }));
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

/** Parses stored preferences; invalid entries are dropped. */
export function parseListPreferences(value: unknown, pageSizes: readonly number[]): ListPreferences {
  if (typeof value !== "object" || value === null) return {};
  const { columns, density, pageSize, queries, view } = value as Record<string, unknown>;
  return {
    ...(Array.isArray(columns) ? { columns: columns.filter(isColumnState) } : {}),
    ...(densities.some((known) => known === density) ? { density: density as Density } : {}),
    ...(typeof pageSize === "number" && pageSizes.includes(pageSize) ? { pageSize } : {}),
    ...(Array.isArray(queries) ? { queries: parseSavedQueries(queries) } : {}),
    ...(view === "table" || view === "cards" ? { view } : {}),
  };
}

function isColumnState(value: unknown): value is ColumnState {
  if (typeof value !== "object" || value === null) return false;
  const { key, shown } = value as Record<string, unknown>;
  return typeof key === "string" && typeof shown === "boolean";
}
