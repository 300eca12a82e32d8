/** One region of the table and the map. */
export interface RegionRow {
  readonly regionId: string;
  readonly name: string;
  readonly value: number;
}

interface Counted {
  readonly regionId: string | null;
  readonly name: string;
}

/** What belongs to no region below: an unknown place, or records of the region itself. */
export const elsewhereId = "";

/**
 * The regions of an answer and those of the map without anything, largest first; what is in none of them comes last, so
 * that the rows add up to the sum.
 */
export function toRegionRows<R extends Counted>(
  counted: readonly R[],
  areas: readonly { readonly code: string; readonly name: string }[],
  getValue: (row: R) => number,
): readonly RegionRow[] {
  const rows = counted.flatMap((row) =>
    row.regionId === null ? [] : [{ regionId: row.regionId, name: row.name, value: getValue(row) }],
  );
  const known = new Set(rows.map(({ regionId }) => regionId));
  const empty = areas.flatMap(({ code, name }) =>
    known.has(code) ? [] : [{ regionId: code, name, value: 0 }],
  );
  const elsewhere = counted
    .filter(({ regionId }) => regionId === null)
    .map((row) => ({ regionId: elsewhereId, name: row.name || "其他地区", value: getValue(row) }));
  const sorted = [...rows, ...empty].toSorted(
    (a, b) => b.value - a.value || a.regionId.localeCompare(b.regionId),
  );
  return [...sorted, ...elsewhere.filter(({ value }) => value > 0)];
}
