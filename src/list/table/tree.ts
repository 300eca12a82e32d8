import type { AnyRow } from "../definition.ts";

type ParentOf = (row: AnyRow) => string | null;

/** Where a row stands in its tree. */
export interface TreePlace {
  /** Ids of the rows it stands below, the topmost first. */
  readonly above: readonly string[];
  readonly hasChildren: boolean;
}

/** The rows with each behind the row it stands below, siblings in the order they came in. */
export function inTreeOrder<R extends AnyRow>(rows: readonly R[], parentOf: (row: R) => string | null): R[] {
  const ids = new Set(rows.map(({ id }) => id));
  const below = new Map<string | null, R[]>();
  for (const row of rows) {
    const parent = parentOf(row);
    const key = parent !== null && ids.has(parent) ? parent : null;
    below.set(key, [...(below.get(key) ?? []), row]);
  }
  const placed = new Set<R>();
  const place = (row: R): void => {
    if (placed.has(row)) return;
    placed.add(row);
    for (const child of below.get(row.id) ?? []) place(child);
  };
  for (const row of below.get(null) ?? []) place(row);
  // Rows that stand below each other in a ring have no top: they are shown all the same.
  for (const row of rows) place(row);
  return [...placed];
}

/** Each row's place, by its id; the rows in tree order. */
export function treePlaces(rows: readonly AnyRow[], parentOf: ParentOf): ReadonlyMap<string, TreePlace> {
  const parents = new Set(rows.map(parentOf));
  const places = new Map<string, TreePlace>();
  for (const row of rows) {
    const parent = parentOf(row) ?? "";
    const place = places.get(parent);
    const above = place ? [...place.above, parent] : [];
    places.set(row.id, { above, hasChildren: parents.has(row.id) });
  }
  return places;
}

/** The rows that no folded row hides. */
export function unfolded<R extends AnyRow>(
  rows: readonly R[],
  places: ReadonlyMap<string, TreePlace>,
  folded: ReadonlySet<string>,
): readonly R[] {
  return rows.filter(({ id }) => !places.get(id)?.above.some((one) => folded.has(one)));
}
