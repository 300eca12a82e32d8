import { useEffect, useEffectEvent } from "react";
import * as word from "../../../adapters/contract/words.ts";
import type { Choice } from "./choiceSource.ts";
import { describeUnchosenText, findTypedChoice } from "./typedText.ts";

/** What a typed text finds. */
export interface FoundChoices {
  /** What to show: the matches, or those of the text before while the search runs. */
  readonly choices: readonly Choice[];
  /** `settled`: `choices` are the matches of the text. */
  readonly state: "searching" | "settled" | "failed";
}

interface UnchosenText {
  /** What was typed and not chosen; empty where there is none. */
  readonly text: string;
  readonly isLeft: boolean;
  /** Whether Enter asked for it in the open list. */
  readonly isEntered: boolean;
  readonly search: FoundChoices;
  readonly inputId: string;
  readonly onChoose: (choice: Choice) => void;
}

/** Chooses what a text that was left matches, when its search ends. Returns the error of a text that matches nothing. */
export function useUnchosenText({
  text,
  isLeft,
  isEntered,
  search,
  inputId,
  onChoose,
}: UnchosenText): string | null {
  const isUnchosen = text !== "";
  const typedChoice =
    isUnchosen && (isLeft || isEntered) && search.state === "settled"
      ? findTypedChoice(text, search.choices)
      : null;
  const chooseTyped = useEffectEvent(onChoose);
  useEffect(() => {
    if (typedChoice) chooseTyped(typedChoice);
  }, [typedChoice]);
  const error =
    !isUnchosen || typedChoice || search.state === "searching"
      ? null
      : (searchTexts[search.state] ?? describeUnchosenText(search.choices));
  const validity = isUnchosen ? (error ?? word.searching) : "";
  useEffect(() => {
    const input = document.getElementById(inputId);
    if (input instanceof HTMLInputElement) input.setCustomValidity(validity);
  }, [inputId, validity]);
  return error;
}

export const searchTexts: Readonly<Partial<Record<FoundChoices["state"], string>>> = {
  searching: word.searching,
  failed: word.readFailed,
};
