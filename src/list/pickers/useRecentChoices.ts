import { usePageApi } from "../../pageApi/usePageApi.ts";
import { useQuery } from "../useQuery.ts";
import type { Choice, ChoiceSource } from "./choiceSource.ts";

const maxRecent = 5;

/** The stored ids, the newest first; what is no list of ids counts as none. */
export const parseRecentIds = (stored: unknown): readonly string[] =>
  Array.isArray(stored)
    ? stored.filter((id): id is string => typeof id === "string").slice(0, maxRecent)
    : [];

/** Puts an id first; each is there once, and the oldest ones go. */
export const addRecentId = (ids: readonly string[], id: string): readonly string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, maxRecent);

interface RecentChoices {
  readonly recent: readonly Choice[];
  /** To be called when the user has chosen. */
  readonly remember: (choice: Choice) => void;
}

/** What the user chose last in pickers of this source. The server stores the ids; records that are gone drop out. */
export function useRecentChoices(source: ChoiceSource, active: boolean): RecentChoices {
  const { client, config, storage } = usePageApi();
  const key = source.recentName && config.extensions ? `query.recent.${source.recentName}` : null;
  const { result } = useQuery(active ? key : null, async (signal) => {
    const ids = parseRecentIds(key === null ? [] : await storage.get(key));
    const choices = ids.length === 0 ? [] : await source.fetchByIds(client, ids, signal);
    return ids.flatMap((id) => choices.find(({ value }) => value === id) ?? []);
  });
  return {
    recent: result.state === "success" ? result.data : noChoices,
    remember: ({ value }) => {
      // Without it the list has another order, no more.
      if (key !== null)
        storage.update(key, (stored) => addRecentId(parseRecentIds(stored), value)).catch(() => undefined);
    },
  };
}

const noChoices: readonly Choice[] = [];
