import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ListQuery } from "../../../machines/listQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import type { ListConfig } from "../listConfig.ts";
import { getParameterLabels } from "../query/getParameterLabels.ts";
import { formatSearch, parseSearch } from "../query/urlQuery.ts";
import { getListActor, getUrlSync, type ListActor } from "./listActor.ts";

/** The list's actor, which receives every change of the URL while the list is mounted. */
export function useListActor(config: ListConfig): ListActor {
  const { client, toast } = usePageApi();
  const scope = usePageScope();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const actor = getListActor(config, { scope, client, search });
  const navigateTo = useEffectEvent((query: ListQuery, replace: boolean) => {
    const next = formatSearch(query, search);
    if (next !== search) void navigate({ pathname, search: next }, { replace });
  });
  const readUrl = useEffectEvent(() => {
    const parsed = parseSearch(search, config.call.body);
    if (parsed.dropped.length > 0) {
      toast.warning(
        `链接中有无法识别的条件，已忽略：${getParameterLabels(parsed.dropped, config).join("、")}`,
      );
      navigateTo(parsed.query, true);
    }
    return parsed;
  });
  useEffect(() => {
    const parsed = readUrl();
    const detach = getUrlSync(config, scope, search).attach(parsed, (query) => {
      // Correcting a page number beyond the end replaces the history entry.
      const isSteppingBack = query.pageNo < parsed.query.pageNo && actor.getSnapshot().hasTag("busy");
      navigateTo(query, isSteppingBack);
    });
    actor.send({ type: "url.change", query: parsed.query });
    return detach;
  }, [actor, scope, config, search]);
  return actor;
}
