import type { ListConfig } from "../listConfig.ts";
import type { AnyRow } from "../listDefinition.ts";

export interface SelectedSum {
  readonly label: string;
  readonly fen: number;
}

/** Sums of the selected rows by column; columns hidden from the role are left out. */
export function getSelectedSums(
  { selectedSums: keys, columns }: Pick<ListConfig, "selectedSums" | "columns">,
  rows: readonly AnyRow[],
): SelectedSum[] {
  return (keys ?? []).flatMap((key: string) => {
    const amounts = rows.map((row): unknown => Reflect.get(row, key));
    const label = columns.find((column) => column.key === key)?.title ?? "";
    return amounts.every(isInteger) ? [{ label, fen: amounts.reduce((sum, fen) => sum + fen, 0) }] : [];
  });
}

const isInteger = (amount: unknown): amount is number => Number.isSafeInteger(amount);
