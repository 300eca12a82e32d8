import type { KeyboardEvent } from "react";
import type { Choice } from "./choiceSource.ts";

/** The choice that a typed text matches: the only match, or the one of exactly this name; null if none does. */
export function findTypedChoice(text: string, matches: readonly Choice[]): Choice | null {
  const [first] = matches;
  if (first && matches.length === 1) return first;
  const named = matches.filter(({ label }) => label === text.trim());
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** What to do with a text that matches no choice. */
export const describeUnchosenText = (matches: readonly Choice[]): string =>
  matches.length === 0 ? "没有匹配的结果，请修改或清空" : "有多个匹配的结果，请从列表中选择，或清空";

/**
 * Focuses the first picker of a form that contains text without a choice; its custom validity is the message. Returns
 * whether there is one: the form must not be submitted then, as the choice would be missing.
 */
export function focusUnchosenText(form: HTMLFormElement): boolean {
  for (const element of form.elements)
    if (element instanceof HTMLInputElement && element.validity.customError) {
      element.focus();
      return true;
    }
  return false;
}

/** For the library's own pickers: Enter in their open list chooses, and never submits the form around it. */
export function keepEnterInOpenList(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Enter" && event.currentTarget.dataset["expanded"]) event.preventDefault();
}
