import type { TypedKey } from "./typeAhead.ts";

/** Where text is typed. */
export const fieldSelector =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file], [type=range]), textarea, [contenteditable=true]";
export const dialogSelector = "[role=dialog], [role=alertdialog]";

const tabbableSelector =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/** Does with the focused element what the browser would have done when the key was pressed. */
export function pressKey({ key, isPaste, ...modifiers }: TypedKey): void {
  const element = document.activeElement ?? document.body;
  if (!isPaste) {
    const event = new KeyboardEvent("keydown", { key, ...modifiers, bubbles: true, cancelable: true });
    // The key has done something else, or has moved the focus.
    if (!element.dispatchEvent(event) || document.activeElement !== element) return;
  }
  if (modifiers.ctrlKey || modifiers.metaKey) return;
  if (key === "Tab" && !isPaste) focusNext(element, modifiers.shiftKey ? -1 : 1);
  else if (element.matches(fieldSelector)) edit(element, key, isPaste);
  // In a dialog Enter would confirm what nobody has read.
  else if (key === "Enter" && element instanceof HTMLElement && !element.closest(dialogSelector))
    element.click();
}

/** By the browser's own editing: it keeps to the length of the field, and can be undone. */
function edit(field: Element, key: string, isPaste: boolean): void {
  if (isPaste || key.length === 1) document.execCommand("insertText", false, key);
  else if (key === "Backspace") document.execCommand("delete");
  else if (key === "Delete") document.execCommand("forwardDelete");
  else if (key !== "Enter") return;
  else if (field instanceof HTMLInputElement) submit(field.form);
  else document.execCommand("insertLineBreak");
}

/** As Enter in a field does: by the form's button, which may be disabled. */
function submit(form: HTMLFormElement | null): void {
  const button = form?.querySelector<HTMLElement>("[type=submit]");
  if (button) button.click();
  else form?.requestSubmit();
}

function focusNext(element: Element, step: 1 | -1): void {
  const root = element.closest(dialogSelector) ?? document;
  const all = [...root.querySelectorAll<HTMLElement>(tabbableSelector)].filter(
    (candidate) => candidate.tabIndex >= 0 && candidate.checkVisibility(),
  );
  const place = all.findIndex((candidate) => candidate === element);
  all.at((place + step) % all.length)?.focus();
}
