import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ActorRefFrom } from "xstate";
import { listMachine } from "../../../machines/list.machine.ts";
import type { ListQuery } from "../../../machines/listQuery.ts";
import { useConsole } from "../../console/useConsole.ts";
import { type PageScope, usePageScope } from "../../console/usePageScope.ts";
import type { AnyRow } from "../definition.ts";
import type { ListPlan } from "../listPlan.ts";
import { queryOfSearch, searchOfQuery } from "../query/urlQuery.ts";
import { type ListLink, listLink } from "./listLink.ts";
import { listPort } from "./listPort.ts";

export type ListActor = ActorRefFrom<ReturnType<typeof listMachine<AnyRow>>>;

/** The links of a page's lists, as long as the page's own actors. */
const links = new WeakMap<PageScope, Map<string, ListLink>>();

/** The list's running actor, told of every change of the address while the list is on the screen. */
export function useListActor(plan: ListPlan): ListActor {
  const { client, say } = useConsole();
  const scope = usePageScope();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const actor = scope.actor(`list.${plan.name}`, () => {
    const link = listLink(queryOfSearch(search, plan.call.body));
    links.set(scope, new Map(links.get(scope)).set(plan.name, link));
    return listMachine<AnyRow>(listPort(plan, client, link));
  });
  const go = useEffectEvent((query: ListQuery, replace: boolean) => {
    const next = searchOfQuery(query, search);
    if (next !== search) void navigate({ pathname, search: next }, { replace });
  });
  const arrived = useEffectEvent(() => {
    const parsed = queryOfSearch(search, plan.call.body);
    if (parsed.dropped.length > 0) {
      say.warning(`链接中有无法识别的条件，已忽略：${parsed.dropped.join("、")}`);
      go(parsed.query, true);
    }
    return parsed;
  });
  useEffect(() => {
    const parsed = arrived();
    const leave = links
      .get(scope)
      ?.get(plan.name)
      ?.shown(parsed, (query) => {
        // A step back from beyond the end is no place to come back to.
        const steppingBack = query.pageNo < parsed.query.pageNo && actor.getSnapshot().hasTag("busy");
        go(query, steppingBack);
      });
    actor.send({ type: "url.change", query: parsed.query });
    return leave;
  }, [actor, scope, plan.name, search]);
  return actor;
}
