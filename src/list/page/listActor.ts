import type { ActorRefFrom } from "xstate";
import { listMachine } from "../../../machines/list.machine.ts";
import type { ListQuery } from "../../../machines/listQuery.ts";
import type { PageLoaderContext } from "../../pageApi/pageComponent.ts";
import { waitForState } from "../../pageApi/waitForState.ts";
import type { ListPreferences } from "../columns/columnLayout.ts";
import { createListPreferences, type ListPreferencesStore } from "../columns/listPreferences.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow } from "../listDefinition.ts";
import { getDefaultQuery, getResizedQuery, opensOnOwnTab } from "../query/openingQuery.ts";
import { parseSearch } from "../query/urlQuery.ts";
import { createListPort } from "./createListPort.ts";
import { createUrlSync, type UrlSync } from "./createUrlSync.ts";

export type ListActor = ActorRefFrom<ReturnType<typeof listMachine<AnyRow>>>;

/** A list in its page scope, mounted or not. */
export interface OpenList {
  readonly actor: ListActor;
  readonly urlSync: UrlSync;
  readonly preferences: ListPreferencesStore;
  /** To be called whenever the list is shown: it takes what the user has set on another page since it was open. */
  readonly handleShown: () => void;
}

/** How long the first rows wait for the preferences, ms. */
const decisionMs = 1_000;
const noneInTime = () => new Promise<ListPreferences>((resolve) => setTimeout(() => resolve({}), decisionMs));

/** The list, opened with the URL of the first call, which also requests the preferences and the first rows. */
export const openList = (config: ListConfig, context: PageLoaderContext): OpenList =>
  context.scope.value(`open.${config.name}`, () => createOpenList(config, context));

/**
 * Opens a list. Once the preferences are known, it turns to the query that the user has made the default. A list that
 * opens on the role's own tab requests no rows before that; any other does, as it rarely turns elsewhere.
 */
function createOpenList(
  config: ListConfig,
  { scope, client, storage, user, search }: PageLoaderContext,
): OpenList {
  const urlSync = createUrlSync(parseSearch(search, config.call.body), search);
  const preferences = createListPreferences(storage, `list.${config.name}`);
  const getOpened = () => {
    const { query, draftFilters } = actor.getSnapshot().context;
    return { config, user, search: urlSync.getSearch(), query, draftFilters };
  };
  const turnTo = (query: ListQuery | null) => {
    if (query === null || actor.getSnapshot().status !== "active") return;
    urlSync.navigate(query, true);
    actor.send({ type: "url.change", query });
  };
  const decide = (loaded: ListPreferences) =>
    turnTo(getDefaultQuery(getOpened(), loaded, new Date()) ?? getResizedQuery(getOpened(), loaded));
  // Requested before the rows, which may take longer.
  const loaded = preferences.load();
  const isAwaited = opensOnOwnTab({ config, user, search });
  const decided = (isAwaited ? Promise.race([loaded, noneInTime()]) : loaded).then(decide);
  let isShownBefore = false;
  const handleShown = () => {
    if (isShownBefore) void preferences.load().then((loaded) => turnTo(getResizedQuery(getOpened(), loaded)));
    isShownBefore = true;
  };
  const port = createListPort(config, client, urlSync, isAwaited ? decided : null);
  const actor: ListActor = scope.actor(`list.${config.name}`, () => listMachine<AnyRow>(port));
  return { actor, urlSync, preferences, handleShown };
}

/** Resolves when the list has loaded or failed. */
export const waitUntilLoaded = (list: ListActor): Promise<unknown> =>
  waitForState(list, (snapshot) => !snapshot.hasTag("busy"));
