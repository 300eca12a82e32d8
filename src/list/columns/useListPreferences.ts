import { useEffect, useState, useSyncExternalStore } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import {
  createListPreferences,
  type ListPreferencesState,
  type ListPreferencesStore,
} from "./listPreferences.ts";

export type ListPreferencesApi = ListPreferencesState &
  Pick<ListPreferencesStore, "remember" | "changeQueries" | "rereadQueries">;

/** What the server remembers of a list for this user: columns, density, page size, queries. */
export function useListPreferences(name: string): ListPreferencesApi {
  const { storage: server } = usePageApi();
  const [store] = useState(() => createListPreferences(server, `list.${name}`));
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  useEffect(() => store.load(), [store]);
  const { update, updateQueries, refetchQueries } = store;
  return { ...state, update, updateQueries, refetchQueries };
}
