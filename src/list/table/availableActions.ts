import type { AnyRow, RowAction } from "../listDefinition.ts";

const maxVisible = 3;
/** Chinese characters that fit the column (`actionsPx` of `ListTable.tsx`) besides the gaps. */
const maxCharacters = 10;

/** A row action as it applies to one row. */
export interface AvailableAction {
  readonly action: RowAction<AnyRow>;
  readonly label: string;
  readonly destructive: boolean;
  /** Why it is not possible now; null if it is. */
  readonly refusal: string | null;
}

/**
 * The actions of a row: at most three inline if their labels fit, the rest under 更多, destructive ones last.
 * @param limit maximum of inline actions regardless of their labels: 0 puts all under 更多
 */
export function availableActions(
  actions: readonly RowAction<AnyRow>[],
  row: AnyRow,
  userId: string,
  limit?: number,
): { readonly inline: readonly AvailableAction[]; readonly more: readonly AvailableAction[] } {
  const all = actions
    .filter(({ isApplicable }) => isApplicable?.(row, userId) ?? true)
    .map((action): AvailableAction => {
      const { label, destructive = false, refusal } = action;
      return { action, label, destructive, refusal: refusal?.(row, userId) ?? null };
    });
  const ordered = [...all.filter((item) => !item.destructive), ...all.filter((item) => item.destructive)];
  const maxInline = limit ?? maxVisible;
  const characters = ordered.reduce((sum, { label }) => sum + label.length, 0);
  const fitsInline = ordered.length <= maxInline && (limit !== undefined || characters <= maxCharacters);
  const count = fitsInline ? ordered.length : Math.max(0, maxInline - 1);
  return { inline: ordered.slice(0, count), more: ordered.slice(count) };
}
