import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";

/**
 * What a picker offers for a typed text. Another platform need not know keywords, nor name every record: only what fits
 * the text is offered, and nothing that nobody would recognise.
 */
export async function searchChoices(
  source: ChoiceSource,
  { client, config }: Pick<PageApi, "client" | "config">,
  text: string,
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const choices = await source.search(client, text, signal);
  if (config.extensions) return choices;
  const { filterByName } = await import("./nameSearch.ts");
  return filterByName(
    text,
    choices.filter(({ label }) => label.trim() !== ""),
  );
}
