import { type SavedQuery, savedQueriesOf } from "../queries/savedQuery.ts";

/** One column's place in what a user remembers. */
export interface ColumnPlace {
  readonly key: string;
  readonly shown: boolean;
}

export const densities = ["compact", "normal", "loose"] as const;
export type Density = (typeof densities)[number];

/** How a list that has cards shows its rows. */
export type RowView = "table" | "cards";

/** What is remembered of one list for one user; everything may be missing. */
export interface ListMemory {
  readonly columns?: readonly ColumnPlace[];
  readonly density?: Density;
  readonly pageSize?: number;
  readonly queries?: readonly SavedQuery[];
  readonly view?: RowView;
}

interface Described {
  readonly key: string;
  readonly hidden?: boolean | undefined;
}

/**
 * The columns in the remembered order. Columns the page has lost are left out; new ones stand where the page puts
 * them, behind the column that precedes them there, so that a release never hides what it adds.
 */
export function arrange(columns: readonly Described[], remembered: readonly ColumnPlace[]): ColumnPlace[] {
  const known = new Map(columns.map((column) => [column.key, column]));
  const placed = remembered.filter(
    (place, index) =>
      known.has(place.key) && remembered.findIndex((other) => other.key === place.key) === index,
  );
  const result: ColumnPlace[] = placed.map(({ key, shown }) => ({ key, shown }));
  columns.forEach((column, index) => {
    if (result.some((place) => place.key === column.key)) return;
    const before = columns[index - 1]?.key;
    const at = result.findIndex((place) => place.key === before) + 1;
    result.splice(at, 0, { key: column.key, shown: column.hidden !== true });
  });
  // A table without columns could not be read nor repaired by whoever hid them all.
  return result.some((place) => place.shown) ? result : result.map((place) => ({ ...place, shown: true }));
}

/** Moves a column to another place in the order. */
export function moved(places: readonly ColumnPlace[], from: number, to: number): ColumnPlace[] {
  const result = [...places];
  const [place] = result.splice(from, 1);
  if (place) result.splice(Math.max(0, Math.min(to, result.length)), 0, place);
  return result;
}

/** Shows or hides one column; the last one shown stays. */
export function shownOrNot(places: readonly ColumnPlace[], key: string, shown: boolean): ColumnPlace[] {
  const result = places.map((place) => (place.key === key ? { ...place, shown } : place));
  return result.some((place) => place.shown) ? result : [...places];
}

/** What the server remembered, read with distrust: anything that is not as expected is forgotten. */
export function memoryOf(value: unknown, pageSizes: readonly number[]): ListMemory {
  if (typeof value !== "object" || value === null) return {};
  const { columns, density, pageSize, queries, view } = value as Record<string, unknown>;
  return {
    ...(Array.isArray(columns) ? { columns: columns.filter(isPlace) } : {}),
    ...(densities.some((one) => one === density) ? { density: density as Density } : {}),
    ...(typeof pageSize === "number" && pageSizes.includes(pageSize) ? { pageSize } : {}),
    ...(Array.isArray(queries) ? { queries: savedQueriesOf(queries) } : {}),
    ...(view === "table" || view === "cards" ? { view } : {}),
  };
}

function isPlace(value: unknown): value is ColumnPlace {
  if (typeof value !== "object" || value === null) return false;
  const { key, shown } = value as Record<string, unknown>;
  return typeof key === "string" && typeof shown === "boolean";
}
