import type { ActorRefFrom } from "xstate";
import { listMachine } from "../../../machines/list.machine.ts";
import type { PageLoaderContext } from "../../pageApi/pageComponent.ts";
import type { PageScope } from "../../pageApi/usePageScope.ts";
import { waitForState } from "../../pageApi/waitForState.ts";
import type { ListConfig } from "../listConfig.ts";
import type { AnyRow } from "../listDefinition.ts";
import { parseSearch } from "../query/urlQuery.ts";
import { createListPort } from "./createListPort.ts";
import { createUrlSync, type UrlSync } from "./createUrlSync.ts";

export type ListActor = ActorRefFrom<ReturnType<typeof listMachine<AnyRow>>>;

/** The links of a page's lists, as long as the page's own actors. */
const urlSyncs = new WeakMap<PageScope, Map<string, UrlSync>>();

/** The list's running actor: begun with the address of the first asking, which sends for its first rows. */
export function getListActor(
  config: ListConfig,
  { scope, client, search }: Omit<PageLoaderContext, "roles">,
): ListActor {
  return scope.actor(`list.${config.name}`, () => {
    const urlSync = createUrlSync(parseSearch(search, config.call.body));
    urlSyncs.set(scope, new Map(urlSyncs.get(scope)).set(config.name, urlSync));
    return listMachine<AnyRow>(createListPort(config, client, urlSync));
  });
}

/** Resolves once the list has what it asked for, or cannot have it. */
export const waitUntilLoaded = (list: ListActor): Promise<unknown> =>
  waitForState(list, (snapshot) => !snapshot.hasTag("busy"));

/** What joins that list to the address; undefined before it was begun. */
export const getUrlSync = (config: ListConfig, scope: PageScope): UrlSync | undefined =>
  urlSyncs.get(scope)?.get(config.name);
