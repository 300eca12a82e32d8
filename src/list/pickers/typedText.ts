import type { KeyboardEvent } from "react";
import type { Choice } from "./choiceSource.ts";

/**
 * Whether a typed text is a part of a name, or of its pinyin or initials, as in the search of the menu.
 * @param pinyin the name's syllables, separated by blanks; absent if they are unknown
 */
export function matchesName(text: string, name: string, pinyin = ""): boolean {
  const lowerText = text.trim().toLowerCase();
  const letters = lowerText.replace(/[\s']/g, "");
  const syllables = pinyin.split(" ");
  return (
    name.toLowerCase().includes(lowerText) ||
    syllables.join("").includes(letters) ||
    syllables
      .map(([first]) => first)
      .join("")
      .includes(letters)
  );
}

type Labelled = Pick<Choice, "label">;

/** The choice that a typed text matches: the only match, or the one of exactly this name; null if none does. */
export function findTypedChoice<T extends Labelled>(text: string, matches: readonly T[]): T | null {
  const [first] = matches;
  if (first && matches.length === 1) return first;
  const named = matches.filter(({ label }) => label === text.trim());
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** What to do with a text that matches no choice. */
export const describeUnchosenText = (matches: readonly Labelled[]): string =>
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

/** An option of an open list of the library. */
interface OpenOption extends Labelled {
  readonly isChosen: boolean;
  readonly isHighlighted: boolean;
}

/** The options that can be chosen. `aria-selected` is of no use: the chosen and the highlighted option both have it. */
const getOpenOptions = (input: HTMLElement) => {
  const list = document.getElementById(input.getAttribute("aria-controls") ?? "");
  return [...(list?.querySelectorAll<HTMLElement>("[role=option]") ?? [])]
    .filter((element) => !element.hasAttribute("data-combobox-disabled"))
    .map((element) => ({
      element,
      label: element.textContent,
      isChosen: element.hasAttribute("data-combobox-active"),
      isHighlighted: element.hasAttribute("data-combobox-selected"),
    }));
};

/**
 * What Tab takes: the option that the arrow keys have highlighted, otherwise the one that the text matches. Null if
 * that one is chosen already: a second click on it could clear the field.
 */
export function findOptionAtTab<T extends OpenOption>(
  text: string,
  options: readonly T[],
  isHighlightMoved: boolean,
): T | null {
  const moved = isHighlightMoved ? options.find(({ isHighlighted }) => isHighlighted) : undefined;
  const option = moved ?? (text.trim() === "" ? null : findTypedChoice(text, options));
  return option?.isChosen ? null : option;
}

/** The inputs in whose open list an arrow key has moved the highlight: the library highlights the first match itself. */
const movedInputs = new WeakSet<HTMLElement>();

/** The same, and Tab takes an option, see `findOptionAtTab`. */
export function takeOptionAtTab(event: KeyboardEvent<HTMLElement>): void {
  keepEnterInOpenList(event);
  const { key, currentTarget: input } = event;
  if (key === "Tab") {
    const text = input instanceof HTMLInputElement ? input.value : "";
    const isMoved = movedInputs.delete(input);
    if (!event.shiftKey) findOptionAtTab(text, getOpenOptions(input), isMoved)?.element.click();
  } else if (input.dataset["expanded"] && (key === "ArrowDown" || key === "ArrowUp")) movedInputs.add(input);
  else if (key !== "Shift") movedInputs.delete(input);
}

/**
 * The same, and Enter takes the highlighted option, or the first where none is. Only for the capture phase: the library
 * must not handle that Enter, as it would take the chosen option where this is among the matches of a list just opened.
 */
export function takeFirstOption(event: KeyboardEvent<HTMLElement>): void {
  takeOptionAtTab(event);
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  const options = getOpenOptions(event.currentTarget);
  const option = options.find(({ isHighlighted }) => isHighlighted) ?? options[0];
  if (!option) return;
  event.stopPropagation();
  option.element.click();
}

/** So many options are looked through; more are searched by typing. */
export const maxBrowsedOptions = 8;
