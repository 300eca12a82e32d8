import { useSyncExternalStore } from "react";
import { pageSizes } from "../../../adapters/contract/page.ts";
import { createEmitter } from "../../pageApi/createEmitter.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { SavedQuery } from "../savedQueries/savedQuery.ts";
import { type ListPreferences, parseListPreferences } from "./columnLayout.ts";

export type Queries = readonly SavedQuery[];
/** Computes new preferences from the newest ones, which may differ from those on the screen. */
export type PreferencesUpdater = (latest: ListPreferences) => ListPreferences;

export interface ListPreferencesState {
  readonly preferences: ListPreferences;
  /** False until the server has replied or failed. */
  readonly isLoaded: boolean;
}

export interface ListPreferencesStore {
  readonly getSnapshot: () => ListPreferencesState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads them from the server; a failure keeps what is known. */
  readonly load: () => Promise<ListPreferences>;
  /** Applied optimistically; written after earlier changes. */
  readonly update: (change: PreferencesUpdater) => void;
  /** Changes the saved queries and shows them once stored. Resolves to false if that failed and nothing changed. */
  readonly updateQueries: (change: (queries: Queries) => Queries) => Promise<boolean>;
  /** Reads the saved queries again: another tab may have changed them. */
  readonly refetchQueries: () => void;
}

/**
 * A list's preferences on the server, with pending local changes on top. Each write applies its updater to the
 * latest server value, so that changes of other tabs and writes before the first load are not lost.
 */
export function createListPreferences(
  server: Pick<PageApi["storage"], "get" | "update">,
  key: string,
): ListPreferencesStore {
  let persisted: ListPreferences = {};
  let pendingUpdates: readonly PreferencesUpdater[] = [];
  let snapshot: ListPreferencesState = { preferences: persisted, isLoaded: false };
  let lastWrite: Promise<unknown> = Promise.resolve();
  const changes = createEmitter();
  const emitChange = (isLoaded = snapshot.isLoaded) => {
    snapshot = {
      preferences: pendingUpdates.reduce((preferences, updater) => updater(preferences), persisted),
      isLoaded,
    };
    changes.emit();
  };
  const fetchPreferences = async () => parseListPreferences(await server.get(key), pageSizes);
  const enqueueWrite = (updater: PreferencesUpdater): Promise<ListPreferences> => {
    const write = lastWrite.then(() =>
      server.update(key, (value) => updater(parseListPreferences(value, pageSizes))),
    );
    lastWrite = write.catch(() => undefined);
    return write;
  };
  const commit = (newPreferences: ListPreferences, updater?: PreferencesUpdater) => {
    persisted = newPreferences;
    pendingUpdates = pendingUpdates.filter((update) => update !== updater);
    emitChange();
  };
  return {
    getSnapshot: () => snapshot,
    subscribe: changes.subscribe,
    async load() {
      const initial = persisted;
      // The console has shown a failure.
      const preferences = await fetchPreferences().catch(() => initial);
      // A write that finished earlier has already returned newer preferences.
      if (persisted === initial) persisted = preferences;
      emitChange(true);
      return snapshot.preferences;
    },
    update(updater) {
      pendingUpdates = [...pendingUpdates, updater];
      emitChange();
      enqueueWrite(updater).then(
        (saved) => commit(saved, updater),
        // A failed write still applies to this screen; the console has shown an error toast.
        () => commit(updater(persisted), updater),
      );
    },
    updateQueries: (updater) =>
      enqueueWrite((latest) => ({ ...latest, queries: updater(latest.queries ?? []) })).then(
        (saved) => {
          commit(saved);
          return true;
        },
        () => false,
      ),
    refetchQueries() {
      fetchPreferences().then(
        ({ queries = [] }) => commit({ ...persisted, queries }),
        () => undefined,
      );
    },
  };
}

export type ListPreferencesApi = ListPreferencesState &
  Pick<ListPreferencesStore, "update" | "updateQueries" | "refetchQueries">;

/** This user's stored preferences of a list: columns, density, page size, saved queries. */
export function useListPreferences(store: ListPreferencesStore): ListPreferencesApi {
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const { update, updateQueries, refetchQueries } = store;
  return { ...state, update, updateQueries, refetchQueries };
}
