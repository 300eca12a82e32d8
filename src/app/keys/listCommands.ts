import * as word from "../../../adapters/contract/words.ts";
import type { ListCommand } from "./shortcuts.ts";

/** The first visible element: pages in the background keep theirs, hidden. */
const findVisible = (root: ParentNode, selector: string): HTMLElement | null =>
  [...root.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility()) ?? null;

const findButton = (root: ParentNode, text: string): HTMLElement | null =>
  [...root.querySelectorAll<HTMLElement>("button:not(:disabled)")].find(
    (button) => button.checkVisibility() && button.textContent.trim() === text,
  ) ?? null;

const rowSelector = "main tbody tr[data-id]";

/** Moves the focus to the title of the row before or after the focused one, or to the first row. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)].filter((row) =>
    row.checkVisibility(),
  );
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const index = current < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step));
  const row = rows[index];
  row?.querySelector<HTMLElement>("td button, td a")?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

const getFocusedRow = () => document.activeElement?.closest<HTMLElement>(rowSelector) ?? null;

/** Whether the shown page is a list. Other pages have keys of their own. */
export const isListShown = (): boolean => findVisible(document, "main form[role=search]") !== null;

/** Commands that need no rows. */
const rowlessCommands: ReadonlySet<ListCommand> = new Set(["search", "add"]);

/**
 * Whether the shown page is not yet there, or not yet what a command acts on.
 * @param command null: a key that the page may know
 */
export function isPageLoading(command: ListCommand | null): boolean {
  // Of a page that is there and no list, nothing that loads becomes one.
  if (command === null || !isListShown())
    return findVisible(document, "main > [role=status][aria-busy=true]") !== null;
  const isBusy = findVisible(document, "main [aria-busy=true]") !== null;
  return isBusy && !rowlessCommands.has(command) && findVisible(document, rowSelector) === null;
}

/** Does in the shown list what its buttons do; nothing where the list, or the user, does not have them. */
export const listCommands: Readonly<Record<ListCommand, () => void>> = {
  search: () => findVisible(document, "main form[role=search] input")?.focus(),
  add: () => {
    const toolbar = findVisible(document, "main [role=toolbar]");
    if (toolbar) findButton(toolbar, word.add)?.click();
  },
  nextRow: () => moveRow(1),
  previousRow: () => moveRow(-1),
  selectRow: () => getFocusedRow()?.querySelector<HTMLElement>("input[type=checkbox]")?.click(),
  editRow: () => {
    const row = getFocusedRow();
    if (row) findButton(row, word.edit)?.click();
  },
};
