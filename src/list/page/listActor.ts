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

/** The list's actor, started with the URL of the first call, which also requests the first rows. */
export function getListActor(
  config: ListConfig,
  { scope, client, search }: Omit<PageLoaderContext, "roles">,
): ListActor {
  return scope.actor(`list.${config.name}`, () =>
    listMachine<AnyRow>(createListPort(config, client, getUrlSync(config, scope, search))),
  );
}

/** Resolves when the list has loaded or failed. */
export const waitUntilLoaded = (list: ListActor): Promise<unknown> =>
  waitForState(list, (snapshot) => !snapshot.hasTag("busy"));

/** The list's URL sync; `search` is used by the first call only. */
export const getUrlSync = (config: ListConfig, scope: PageScope, search: string): UrlSync =>
  scope.value(`urlSync.${config.name}`, () => createUrlSync(parseSearch(search, config.call.body)));
