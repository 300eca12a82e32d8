import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ListQuery } from "../../../machines/listQuery.ts";
import { useConsole } from "../../console/useConsole.ts";
import { usePageScope } from "../../console/usePageScope.ts";
import type { ListPlan } from "../listPlan.ts";
import { parameterWords } from "../query/parameterWords.ts";
import { queryOfSearch, searchOfQuery } from "../query/urlQuery.ts";
import { type ListActor, linkOf, listActor } from "./listActor.ts";

/** The list's running actor, told of every change of the address while the list is on the screen. */
export function useListActor(plan: ListPlan): ListActor {
  const { client, say } = useConsole();
  const scope = usePageScope();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const actor = listActor(plan, { scope, client, search });
  const go = useEffectEvent((query: ListQuery, replace: boolean) => {
    const next = searchOfQuery(query, search);
    if (next !== search) void navigate({ pathname, search: next }, { replace });
  });
  const arrived = useEffectEvent(() => {
    const parsed = queryOfSearch(search, plan.call.body);
    if (parsed.dropped.length > 0) {
      say.warning(`链接中有无法识别的条件，已忽略：${parameterWords(parsed.dropped, plan).join("、")}`);
      go(parsed.query, true);
    }
    return parsed;
  });
  useEffect(() => {
    const parsed = arrived();
    const leave = linkOf(plan, scope)?.shown(parsed, (query) => {
      // A step back from beyond the end is no place to come back to.
      const steppingBack = query.pageNo < parsed.query.pageNo && actor.getSnapshot().hasTag("busy");
      go(query, steppingBack);
    });
    actor.send({ type: "url.change", query: parsed.query });
    return leave;
  }, [actor, scope, plan, search]);
  return actor;
}
