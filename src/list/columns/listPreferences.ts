import { pageSizes } from "../../../adapters/contract/page.ts";
import { createEmitter } from "../../pageApi/createEmitter.ts";
import type { PageApi } from "../../pageApi/usePageApi.ts";
import type { SavedQuery } from "../savedQueries/savedQuery.ts";
import { type ListPreferences, parseListPreferences } from "./columnLayout.ts";

export type Queries = readonly SavedQuery[];
/** What becomes of the memory: always made of the newest, which is not always what stood on the screen. */
export type PreferencesUpdater = (latest: ListPreferences) => ListPreferences;

/** One list's memory as it is shown. */
export interface ListPreferencesState {
  readonly preferences: ListPreferences;
  /** False until the server has answered, or could not. */
  readonly isLoaded: boolean;
}

export interface ListPreferencesStore {
  readonly getSnapshot: () => ListPreferencesState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads what the server holds, once. */
  readonly load: () => void;
  /** Shown at once, kept after the changes before it. */
  readonly update: (change: PreferencesUpdater) => void;
  /** Changes the kept queries, shown once they are kept; false where that failed, and nothing changed. */
  readonly updateQueries: (change: (queries: Queries) => Queries) => Promise<boolean>;
  /** Reads the kept queries anew: another tab may have changed them. */
  readonly refetchQueries: () => void;
}

/**
 * What the server remembers of a list, with what was changed here on top of it. A change is made of what the server
 * holds by then: neither what another tab has kept since is lost, nor what had not come yet when something was chosen.
 */
export function createListPreferences(
  server: Pick<PageApi["storage"], "get" | "change">,
  key: string,
): ListPreferencesStore {
  let persisted: ListPreferences = {};
  let pendingUpdates: readonly PreferencesUpdater[] = [];
  let snapshot: ListPreferencesState = { preferences: persisted, isLoaded: false };
  let isRequested = false;
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
      server.change(key, (value) => updater(parseListPreferences(value, pageSizes))),
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
    load() {
      if (isRequested) return;
      isRequested = true;
      const applyLoaded = (preferences: ListPreferences) => {
        // A write that was quicker has answered with something newer.
        if (persisted === initial) persisted = preferences;
        emitChange(true);
      };
      const initial = persisted;
      // A list without its memory is a list with the page's own columns.
      fetchPreferences().then(applyLoaded, () => emitChange(true));
    },
    update(updater) {
      pendingUpdates = [...pendingUpdates, updater];
      emitChange();
      enqueueWrite(updater).then(
        (saved) => commit(saved, updater),
        // What fails to be kept still holds on this screen; the console has said the failure.
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
