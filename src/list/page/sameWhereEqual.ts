import type { AnyRow } from "../definition.ts";

/** The new rows, each as the very object that was there before where nothing of it changed: it is not rendered anew. */
export function sameWhereEqual<R extends AnyRow>(before: readonly R[], rows: readonly R[]): readonly R[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return rows.map((row) => {
    const old = known.get(row.id);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}
