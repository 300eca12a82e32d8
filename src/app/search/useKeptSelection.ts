import type { createSpotlight } from "@mantine/spotlight";
import { useEffect } from "react";

type SpotlightStore = ReturnType<typeof createSpotlight>[0];

/**
 * Keeps one result selected while results come and go. The package marks it in the document and only selects when
 * the text changes: answers that come later would leave nothing, or another place, selected.
 * @param shown changes with the results, which are read from the document
 */
export function useKeptSelection(store: SpotlightStore, shown: string): void {
  useEffect(() => {
    const { listId } = store.getState();
    const actions = [...(document.getElementById(listId)?.querySelectorAll("[data-action]") ?? [])];
    const kept = actions.findIndex((action) => action.hasAttribute("data-selected"));
    if (kept < 0) actions[0]?.setAttribute("data-selected", "true");
    store.updateState((state) => ({ ...state, selected: Math.max(0, kept) }));
  }, [store, shown]);
}
