import type { AnyRow, RowAction } from "../definition.ts";

const visibleAtMost = 3;

/** A row action as it stands for one row. */
export interface OfferedAction {
  readonly action: RowAction<AnyRow>;
  readonly label: string;
  readonly destructive: boolean;
  /** Why not now; null where it can be done. */
  readonly refusal: string | null;
}

/**
 * What a row offers: at most three in sight, the rest under 更多, destructive ones last.
 * `room` 0 puts all of them under 更多.
 */
export function offered(
  actions: readonly RowAction<AnyRow>[],
  row: AnyRow,
  userId: string,
  room = visibleAtMost,
): { readonly inSight: readonly OfferedAction[]; readonly more: readonly OfferedAction[] } {
  const all = actions
    .filter(({ fits }) => fits?.(row, userId) ?? true)
    .map((action): OfferedAction => {
      const { label, destructive = false, refusal } = action;
      return { action, label, destructive, refusal: refusal?.(row, userId) ?? null };
    });
  const ordered = [...all.filter((one) => !one.destructive), ...all.filter((one) => one.destructive)];
  const count = ordered.length <= room ? ordered.length : Math.max(0, room - 1);
  return { inSight: ordered.slice(0, count), more: ordered.slice(count) };
}
