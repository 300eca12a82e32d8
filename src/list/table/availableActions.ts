import type { AnyRow, RowAction } from "../listDefinition.ts";

const maxVisible = 3;
/** Chinese characters that their column, `actionsPx` of `ListTable.tsx`, has room for beside the gaps. */
const maxCharacters = 10;

/** A row action as it stands for one row. */
export interface AvailableAction {
  readonly action: RowAction<AnyRow>;
  readonly label: string;
  readonly destructive: boolean;
  /** Why not now; null where it can be done. */
  readonly refusal: string | null;
}

/**
 * What a row offers: at most three in sight, as far as their words have room, the rest under 更多, destructive ones
 * last.
 * @param limit how many may be in sight where there is another place for them: 0 puts all under 更多
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
