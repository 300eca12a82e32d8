import type { AnyRow } from "../listDefinition.ts";

/** Reuses the previous object of each unchanged row, so that it is not rendered again. */
export function structuralSharing<R extends AnyRow>(
  previousRows: readonly R[],
  rows: readonly R[],
): readonly R[] {
  const previousById = new Map(previousRows.map((row) => [row.id, row]));
  return rows.map((row) => {
    const previous = previousById.get(row.id);
    return previous && JSON.stringify(previous) === JSON.stringify(row) ? previous : row;
  });
}
