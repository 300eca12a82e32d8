import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useQuery } from "../useQuery.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";

interface Search {
  /** What to show: the matches, or those of the text before while the search runs. */
  readonly choices: readonly Choice[];
  /** `settled`: `choices` are the matches of the text. */
  readonly state: "searching" | "settled" | "failed";
}

/** Searches 300 ms after the last keystroke, only while `active`; an empty text finds the first choices. */
export function useSearch(source: ChoiceSource, text: string, active: boolean): Search {
  const { client } = usePageApi();
  const [debouncedText] = useDebouncedValue(text, 300);
  const { result } = useQuery(active ? `search:${debouncedText}` : null, (signal) =>
    source.search(client, debouncedText, signal),
  );
  // Choices stay until the next response: the user may be about to click one.
  const [lastChoices, setLastChoices] = useState<readonly Choice[]>([]);
  const nextChoices = !active ? noChoices : result.state === "success" ? result.data : lastChoices;
  if (nextChoices !== lastChoices) setLastChoices(nextChoices);
  if (result.state === "error") return { choices: noChoices, state: "failed" };
  const isSettled = active && result.state === "success" && debouncedText === text;
  return { choices: nextChoices, state: isSettled ? "settled" : "searching" };
}

const noChoices: readonly Choice[] = [];
