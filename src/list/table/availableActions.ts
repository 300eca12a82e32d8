import * as word from "../../../adapters/contract/words.ts";
import type { AnyRow, RowAction } from "../listDefinition.ts";

const maxVisible = 3;
/** Chinese characters that are shown inline at most. */
const maxCharacters = 10;

/** A row action as it applies to one row. */
export interface AvailableAction {
  readonly action: RowAction<AnyRow>;
  readonly label: string;
  readonly destructive: boolean;
  /** Why it is not possible now; null if it is. */
  readonly refusal: string | null;
}

interface OrderedActions {
  readonly actions: readonly RowAction<AnyRow>[];
  readonly userId: string;
  readonly ordered: readonly AvailableAction[];
}

/** By row: the column is measured and each row drawn, and rows that did not change are the same objects. */
const orderedByRow = new WeakMap<AnyRow, OrderedActions>();

/** The actions that apply to a row, destructive ones last. */
function orderActions(
  actions: readonly RowAction<AnyRow>[],
  row: AnyRow,
  userId: string,
): readonly AvailableAction[] {
  const known = orderedByRow.get(row);
  if (known?.actions === actions && known.userId === userId) return known.ordered;
  const all = actions
    .filter(({ isApplicable }) => isApplicable?.(row, userId) ?? true)
    .map((action): AvailableAction => {
      const { label, destructive = false, refusal } = action;
      return { action, label, destructive, refusal: refusal?.(row, userId) ?? null };
    });
  const ordered = [...all.filter((item) => !item.destructive), ...all.filter((item) => item.destructive)];
  orderedByRow.set(row, { actions, userId, ordered });
  return ordered;
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
  const ordered = orderActions(actions, row, userId);
  const maxInline = limit ?? maxVisible;
  const characters = ordered.reduce((sum, { label }) => sum + label.length, 0);
  const fitsInline = ordered.length <= maxInline && (limit !== undefined || characters <= maxCharacters);
  const count = fitsInline ? ordered.length : Math.max(0, maxInline - 1);
  return { inline: ordered.slice(0, count), more: ordered.slice(count) };
}

/** Padding and line of the cell, padding of a button, gap between two, arrow of 更多: see the style sheets. Px. */
const cellPx = 13;
const buttonPx = 12;
const gapPx = 2;
const arrowPx = 10;
/** Width of a Latin letter, em; a Chinese character has one. */
const latinEm = 0.65;

const getLabelEm = (label: string) =>
  [...label].reduce((sum, character) => sum + (character < "\u2e80" ? latinEm : 1), 0);

/**
 * The width of the column of actions, as wide as the widest ones of these rows need, in CSS; null if no row has any.
 * @param limit as in `availableActions`
 */
export function measureActions(
  actions: readonly RowAction<AnyRow>[],
  rows: readonly AnyRow[],
  userId: string,
  limit?: number,
): string | null {
  let widest: { em: number; px: number } | null = null;
  for (const row of rows) {
    const { inline, more } = availableActions(actions, row, userId, limit);
    const labels = [...inline.map(({ label }) => label), ...(more.length > 0 ? [word.showMore] : [])];
    if (labels.length === 0) continue;
    const em = labels.reduce((sum, label) => sum + getLabelEm(label), 0);
    const px =
      cellPx + labels.length * buttonPx + (labels.length - 1) * gapPx + (more.length > 0 ? arrowPx : 0);
    // 14 px to the em, but for the user's size of text.
    if (widest === null || em * 14 + px > widest.em * 14 + widest.px) widest = { em, px };
  }
  return widest && `calc(${widest.em}em + ${widest.px}px)`;
}
