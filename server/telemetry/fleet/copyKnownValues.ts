import type { SampleGroup } from "../../../adapters/contract/sample.ts";
import { groupSpans, type SampleBatch, toColumnList, type ValueColumns } from "./sampleColumns.ts";

/**
 * Copies believed rows of a batch to their flights, group by group: a group of which a row says nothing keeps its
 * values and its time. The last known place is never taken away: a row without one updates fix and satellites only.
 */
export function copyKnownValues(
  { columns, slot, tSrc, values }: SampleBatch,
  rows: Uint32Array,
  target: ValueColumns,
  groupTimes: Readonly<Record<SampleGroup, Float64Array>>,
): void {
  const targetColumns = toColumnList(target);
  const hasValue = new Uint8Array(rows.length);
  for (const { group, from, to } of groupSpans) {
    hasValue.fill(0);
    if (group === "position") markKnown(values.lat, rows, hasValue);
    else for (let field = from; field < to; field++) markKnown(columns[field], rows, hasValue);
    for (let field = from; field < to; field++)
      copyColumn(columns[field], targetColumns[field], rows, slot, hasValue, group === "position");
    copyColumn(tSrc, groupTimes[group], rows, slot, hasValue, false);
  }
}

function markKnown(column: Float64Array | undefined, rows: Uint32Array, hasValue: Uint8Array): void {
  if (!column) return;
  for (let i = 0; i < rows.length; i++) {
    const value = column[rows[i] ?? 0] ?? Number.NaN;
    if (!Number.isNaN(value)) hasValue[i] = 1;
  }
}

/** @param copyPartialGroups whether a value that is known is copied even where the group is not complete */
function copyColumn(
  from: Float64Array | undefined,
  to: Float64Array | undefined,
  rows: Uint32Array,
  slots: Uint32Array,
  hasValue: Uint8Array,
  copyPartialGroups: boolean,
): void {
  if (!from || !to) return;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const value = from[row] ?? Number.NaN;
    if (hasValue[i] === 1 || (copyPartialGroups && !Number.isNaN(value))) to[slots[row] ?? 0] = value;
  }
}
