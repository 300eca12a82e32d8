import { useEffect, useState, useSyncExternalStore } from "react";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import {
  createListPreferences,
  type ListPreferencesState,
  type ListPreferencesStore,
} from "./listPreferences.ts";

export type ListPreferencesApi = ListPreferencesState &
  Pick<ListPreferencesStore, "update" | "updateQueries" | "refetchQueries">;

/** This user's stored preferences of a list: columns, density, page size, saved queries. */
export function useListPreferences(name: string): ListPreferencesApi {
  const { storage } = usePageApi();
  const [store] = useState(() => createListPreferences(storage, `list.${name}`));
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  useEffect(() => store.load(), [store]);
  const { update, updateQueries, refetchQueries } = store;
  return { ...state, update, updateQueries, refetchQueries };
}
