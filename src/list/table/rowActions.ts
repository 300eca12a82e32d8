import type { AnyRow, RowAction } from "../definition.ts";

const visibleAtMost = 3;
/** Chinese characters that their column, `actionsPx` of `ListTable.tsx`, has room for beside the gaps. */
const charactersAtMost = 10;

/** A row action as it stands for one row. */
export interface OfferedAction {
  readonly action: RowAction<AnyRow>;
  readonly label: string;
  readonly destructive: boolean;
  /** Why not now; null where it can be done. */
  readonly refusal: string | null;
}

/**
 * What a row offers: at most three in sight, as far as their words have room, the rest under 更多, destructive ones
 * last.
 * @param room how many may be in sight where there is another place for them: 0 puts all under 更多
 */
export function offered(
  actions: readonly RowAction<AnyRow>[],
  row: AnyRow,
  userId: string,
  room?: number,
): { readonly inSight: readonly OfferedAction[]; readonly more: readonly OfferedAction[] } {
  const all = actions
    .filter(({ fits }) => fits?.(row, userId) ?? true)
    .map((action): OfferedAction => {
      const { label, destructive = false, refusal } = action;
      return { action, label, destructive, refusal: refusal?.(row, userId) ?? null };
    });
  const ordered = [...all.filter((one) => !one.destructive), ...all.filter((one) => one.destructive)];
  const most = room ?? visibleAtMost;
  const characters = ordered.reduce((sum, { label }) => sum + label.length, 0);
  const fits = ordered.length <= most && (room !== undefined || characters <= charactersAtMost);
  const count = fits ? ordered.length : Math.max(0, most - 1);
  return { inSight: ordered.slice(0, count), more: ordered.slice(count) };
}
