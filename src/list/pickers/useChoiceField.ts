import { useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, useEffect, useState } from "react";
import * as word from "../../../adapters/contract/words.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useDeferUntilPointerUp } from "../useDeferUntilPointerUp.ts";
import { useQuery } from "../useQuery.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";
import { searchChoices } from "./searchChoices.ts";
import { useRecentChoices } from "./useRecentChoices.ts";
import { type FoundChoices, useUnchosenText } from "./useUnchosenText.ts";

interface ChoiceFieldProps {
  readonly source: ChoiceSource;
  readonly value: string | null;
  readonly onChange: (value: string | null, label: string) => void;
  readonly onBlur: (() => void) | undefined;
}

/** What is typed, found, highlighted and chosen in one field. */
export function useChoiceField({ source, value, onChange, onBlur }: ChoiceFieldProps, inputId: string) {
  const { current, isLabelMissing, labelText, setChosen } = useCurrentChoice(source, value);
  /** The text typed since the last choice; null shows the current label. */
  const [typed, setTyped] = useState<string | null>(null);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(null);
  }
  const [isLeft, setLeft] = useState(false);
  /** Enter was pressed before the matches were known: the only one is chosen then. */
  const [isEntered, setEntered] = useState(false);
  const [isErrorShown, setErrorShown] = useState(false);
  const deferUntilPointerUp = useDeferUntilPointerUp();
  const combobox = useCombobox();
  const open = combobox.dropdownOpened;

  const text = typed !== null && typed !== current?.label ? typed.trim() : "";
  const isUnchosen = !open && text !== "";
  const search = useSearch(source, text, open || isUnchosen);
  const isSettled = search.state === "settled";
  const { recent, remember } = useRecentChoices(source, open && text === "");
  const options = text === "" ? listWithoutText(recent, current, search.choices) : search.choices;
  const defaultHighlight = text === "" && current ? current : options[0];
  const highlight = useHighlight(open, options, isSettled ? defaultHighlight : undefined, inputId);

  const choose = (choice: Choice) => {
    setChosen(choice);
    setTyped(null);
    setEntered(false);
    combobox.closeDropdown();
    remember(choice);
    if (choice.value !== value) onChange(choice.value, choice.label);
  };
  const clear = () => {
    setChosen(null);
    setTyped(null);
    onChange(null, "");
  };
  const unchosenError = useUnchosenText({
    text: isUnchosen || isEntered ? text : "",
    isLeft,
    isEntered: isEntered && open,
    search,
    inputId,
    onChoose: choose,
  });

  const openList = () => {
    setLeft(false);
    setEntered(false);
    setErrorShown(false);
    if (search.state === "failed") search.retry();
    combobox.openDropdown();
  };
  const type = (next: string) => {
    setTyped(next);
    highlight.reset();
    openList();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (open) highlight.move(event.key === "ArrowDown" ? 1 : -1);
      else openList();
    } else if (event.key === "Enter" && open) {
      // Never submits: while searching, or without a match, nothing would be chosen.
      event.preventDefault();
      if (highlight.choice) choose(highlight.choice);
      else if (text !== "") setEntered(true);
    } else if (event.key === "Tab" && open && highlight.isMoved && highlight.choice) {
      choose(highlight.choice);
    } else if (event.key === "Escape" && open) {
      setTyped(null);
      combobox.closeDropdown();
    }
  };
  const handleBlur = () => {
    combobox.closeDropdown();
    if (text === "") setTyped(null);
    setLeft(true);
    // The error moves the elements below.
    deferUntilPointerUp(() => setErrorShown(true));
    onBlur?.();
  };

  const isSearching = (open || isUnchosen) && search.state === "searching";
  return {
    combobox,
    text,
    inputText: typed ?? labelText,
    isLabelMissing,
    options,
    recentCount: text === "" ? recent.length : 0,
    highlight,
    search,
    isSearching,
    error: isErrorShown ? unchosenError : null,
    type,
    choose,
    clear,
    openList,
    handleKeyDown,
    handleBlur,
  };
}

/** What an open list shows before anything is typed: recent choices, the current one, all others. */
function listWithoutText(
  recent: readonly Choice[],
  current: Choice | null,
  choices: readonly Choice[],
): readonly Choice[] {
  const isIn = (list: readonly Choice[]) => (choice: Choice) =>
    list.some(({ value }) => value === choice.value);
  const others = choices.filter((choice) => !isIn(recent)(choice));
  const isMissing = current !== null && !isIn(recent)(current) && !isIn(others)(current);
  return [...recent, ...(isMissing ? [current] : []), ...others];
}

export const toOptionId = (inputId: string, choice: Choice) => `${inputId}-option-${choice.value}`;

interface Highlight {
  readonly choice: Choice | undefined;
  /** Whether the arrow keys chose it. */
  readonly isMoved: boolean;
  /** Id of its element; undefined while the list is closed. */
  readonly optionId: string | undefined;
  readonly move: (step: 1 | -1) => void;
  readonly reset: () => void;
}

/** The option that Enter chooses: `first` until the arrow keys move it. Scrolled into view; reset when the list closes. */
function useHighlight(
  open: boolean,
  options: readonly Choice[],
  first: Choice | undefined,
  inputId: string,
): Highlight {
  const [value, setValue] = useState<string | null>(null);
  if (!open && value !== null) setValue(null);
  // By value: the current choice was fetched apart from those of the list.
  const choice = options.find((option) => option.value === value) ?? first;
  const optionId = open && choice ? toOptionId(inputId, choice) : undefined;
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: "nearest" });
  }, [optionId]);
  const move = (step: 1 | -1) => {
    const current = options.findIndex((option) => option.value === choice?.value);
    const index = choice ? current + step : step === 1 ? 0 : -1;
    setValue(options.at(index % Math.max(1, options.length))?.value ?? null);
  };
  return { choice, isMoved: value !== null, optionId, move, reset: () => setValue(null) };
}

interface CurrentChoice {
  /** Null without a value, or while its label is unknown. */
  readonly current: Choice | null;
  readonly isLabelMissing: boolean;
  readonly labelText: string;
  readonly setChosen: (choice: Choice | null) => void;
}

/** The label of the value: as chosen here, or fetched by its id; the id itself if there is none. */
function useCurrentChoice(source: ChoiceSource, value: string | null): CurrentChoice {
  const { client } = usePageApi();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isKnown = value !== null && chosen?.value === value;
  const { result } = useQuery(value !== null && !isKnown ? value : null, (signal) =>
    source.fetchByIds(client, [value ?? ""], signal),
  );
  const fetched = result.state === "success" ? (result.data[0] ?? null) : null;
  const current = value === null ? null : isKnown ? chosen : fetched;
  const isLabelMissing = value !== null && current === null;
  const missingText = isLabelMissing ? (result.state === "pending" ? word.readingNow : (value ?? "")) : "";
  return { current, isLabelMissing, labelText: current?.label ?? missingText, setChosen };
}

interface Search extends FoundChoices {
  readonly retry: () => void;
}

/** Searches 300 ms after the last keystroke, only while `active`; an empty text finds the first choices. */
function useSearch(source: ChoiceSource, text: string, active: boolean): Search {
  const pageApi = usePageApi();
  const [debouncedText] = useDebouncedValue(text, 300);
  const { result, refetch } = useQuery(active ? `search:${debouncedText}` : null, (signal) =>
    searchChoices(source, pageApi, debouncedText, signal),
  );
  // Choices stay until the next response: the user may be about to click one.
  const [lastChoices, setLastChoices] = useState<readonly Choice[]>([]);
  const nextChoices = !active ? noChoices : result.state === "success" ? result.data : lastChoices;
  if (nextChoices !== lastChoices) setLastChoices(nextChoices);
  if (result.state === "error") return { choices: noChoices, state: "failed", retry: refetch };
  const isSettled = active && result.state === "success" && debouncedText === text;
  return { choices: nextChoices, state: isSettled ? "settled" : "searching", retry: refetch };
}

const noChoices: readonly Choice[] = [];
