import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import * as word from "../../../adapters/contract/words.ts";
import { getPagePath } from "../../../adapters/http/basePath.ts";
import { deferKey, releaseBootHold } from "../../loading/keyHolds.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { findShortcut, goTimeoutMs, type ListCommand } from "./shortcuts.ts";

const HelpDialog = lazyDialog(async () => (await import("../help/HelpDialog.tsx")).HelpDialog);

/** Where a key is typed, or chosen with. */
const typingSelector =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu], [role=listbox], [role=combobox]";
/** Escape leaves a condition for the rows, unless it closes the condition's own list. */
const conditionSelector = "main form[role=search] input:not([aria-expanded=true])";
const openDialogSelector = "[role=dialog][aria-modal=true], [role=alertdialog]";

/**
 * Single keys for what is done all day, and `?`, which lists them below the page's help. They rest in dialogs and while
 * one types.
 */
export function Shortcuts() {
  const { canOpen, open } = usePageApi();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const { pathname } = useLocation();
  const isReadyFor = useEffectEvent(
    (command: ListCommand | null) => pathname === getPagePath() && !isPageLoading(command),
  );
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Escape" && target instanceof HTMLInputElement && target.matches(conditionSelector))
      target.blur();
    if (target.closest(typingSelector) || isDialogOpen()) return;
    const isGoing = event.timeStamp - wentAt.current < goTimeoutMs;
    wentAt.current = Number.NEGATIVE_INFINITY;
    const shortcut = findShortcut(event.key, isGoing);
    // What only the page can do waits for it.
    const command = shortcut?.type === "list" ? shortcut.command : null;
    // A space may acknowledge what the page shows by then: it is for what is shown now.
    const mayWait = shortcut === null ? event.key.length === 1 && event.key !== " " : command !== null;
    if (mayWait && !isReadyFor(command)) return deferKey(event, () => isReadyFor(command));
    if (shortcut === null) return;
    if (shortcut.type === "go") wentAt.current = event.timeStamp;
    else if (shortcut.type === "help") setHelpOpen(true);
    else if (shortcut.type === "open") {
      if (canOpen(shortcut.path)) open(shortcut.path);
    } else if (isListShown() && (!event.repeat || repeatable.has(shortcut.command))) {
      // Otherwise the key would be typed into the field that it leads to.
      event.preventDefault();
      listCommands[shortcut.command]();
    }
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    releaseBootHold();
    return () => document.removeEventListener("keydown", handle);
  }, []);
  return isHelpOpen ? <HelpDialog onClose={() => setHelpOpen(false)} /> : null;
}

/** What a held key goes on doing. */
const repeatable: ReadonlySet<ListCommand> = new Set(["nextRow", "previousRow"]);

const isDialogOpen = () =>
  [...document.querySelectorAll<HTMLElement>(openDialogSelector)].some((dialog) => dialog.checkVisibility());

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
const isListShown = (): boolean => findVisible(document, "main form[role=search]") !== null;

/** Commands that need no rows. */
const rowlessCommands: ReadonlySet<ListCommand> = new Set(["search", "add"]);

/**
 * Whether the shown page is not yet there, or not yet what a command acts on.
 * @param command null: a key that the page may know
 */
function isPageLoading(command: ListCommand | null): boolean {
  // Of a page that is there and no list, nothing that loads becomes one.
  if (command === null || !isListShown())
    return findVisible(document, "main > [role=status][aria-busy=true]") !== null;
  const isBusy = findVisible(document, "main [aria-busy=true]") !== null;
  return isBusy && !rowlessCommands.has(command) && findVisible(document, rowSelector) === null;
}

/** Does in the shown list what its buttons do; nothing where the list, or the user, does not have them. */
const listCommands: Readonly<Record<ListCommand, () => void>> = {
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
