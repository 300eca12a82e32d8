import type { ActorRefFrom } from "xstate";
import { listMachine } from "../../../machines/list.machine.ts";
import type { PageGround } from "../../console/pageComponent.ts";
import type { PageScope } from "../../console/usePageScope.ts";
import { waitForState } from "../../console/waitForState.ts";
import type { AnyRow } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import { queryOfSearch } from "../query/urlQuery.ts";
import { type ListLink, listLink } from "./listLink.ts";
import { listPort } from "./listPort.ts";

export type ListActor = ActorRefFrom<ReturnType<typeof listMachine<AnyRow>>>;

/** The links of a page's lists, as long as the page's own actors. */
const links = new WeakMap<PageScope, Map<string, ListLink>>();

/** The list's running actor: begun with the address of the first asking, which sends for its first rows. */
export function listActor(plan: ListPlan, { scope, client, search }: Omit<PageGround, "roles">): ListActor {
  return scope.actor(`list.${plan.name}`, () => {
    const link = listLink(queryOfSearch(search, plan.call.body));
    links.set(scope, new Map(links.get(scope)).set(plan.name, link));
    return listMachine<AnyRow>(listPort(plan, client, link));
  });
}

/** Resolves once the list has what it asked for, or cannot have it. */
export const answered = (list: ListActor): Promise<unknown> =>
  waitForState(list, (snapshot) => !snapshot.hasTag("busy"));

/** What joins that list to the address; undefined before it was begun. */
export const linkOf = (plan: ListPlan, scope: PageScope): ListLink | undefined =>
  links.get(scope)?.get(plan.name);
