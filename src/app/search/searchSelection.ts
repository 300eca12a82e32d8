import type { createSpotlight } from "@mantine/spotlight";
import { useEffect, useState } from "react";

type SpotlightStore = ReturnType<typeof createSpotlight>[0];

/**
 * Keeps one result selected while results come and go. The package marks it in the document and only selects when
 * the text changes: answers that come later would leave nothing, or another place, selected.
 * @param shown changes with the results, which are read from the document
 */
export function useStableSelection(store: SpotlightStore, shown: string): void {
  useEffect(() => {
    const { listId } = store.getState();
    const actions = [...(document.getElementById(listId)?.querySelectorAll("[data-action]") ?? [])];
    const selected = actions.findIndex((action) => action.hasAttribute("data-selected"));
    if (selected < 0) actions[0]?.setAttribute("data-selected", "true");
    store.updateState((state) => ({ ...state, selected: Math.max(0, selected) }));
  }, [store, shown]);
}

/**
 * Enter before there is an answer opens the first result once it is there, unless the text is changed meanwhile.
 * @returns handles Enter
 */
export function useEnterWhenFound(store: SpotlightStore, query: string, isPending: boolean): () => void {
  const [enteredQuery, setEnteredQuery] = useState<string | null>(null);
  useEffect(() => {
    if (enteredQuery === null || isPending) return;
    setEnteredQuery(null);
    if (enteredQuery !== query) return;
    const list = document.getElementById(store.getState().listId);
    list?.querySelector<HTMLElement>("[data-selected]")?.click();
  }, [store, enteredQuery, query, isPending]);
  return () => setEnteredQuery(isPending ? query : null);
}
