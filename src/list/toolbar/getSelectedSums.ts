import type { ListConfig } from "../listConfig.ts";
import type { AnyRow } from "../listDefinition.ts";

export interface SelectedSum {
  /** The column's title. */
  readonly label: string;
  readonly fen: number;
}

/** What the selected rows come to, by the columns the page adds up; one that is kept back from the role is left out. */
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
