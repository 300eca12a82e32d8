/** A row that cannot be shown, as it has no id. */
export interface DroppedRow {
  /** Field that makes it unusable, as `data.list.3.id`. */
  readonly field: string;
}

/** Rows that were left out of a list of an answer. */
const droppedByList = new WeakMap<object, readonly DroppedRow[]>();

/** Remembers what was left out of a list, for as long as the list is there. */
export const setDroppedRows = (list: object, dropped: readonly DroppedRow[]): void =>
  void droppedByList.set(list, dropped);

/** The list that was made of another, with what had been left out of that one. */
export function keepDroppedRows<L extends object>(list: L, source: object): L {
  setDroppedRows(list, getDroppedRows(source));
  return list;
}

/** The rows that were left out of a list of an answer; empty for a list that was read whole. */
export const getDroppedRows = (list: object): readonly DroppedRow[] => droppedByList.get(list) ?? [];
