import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { getPagePath } from "../../../adapters/http/basePath.ts";
import type { ListQuery } from "../../../machines/listQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";
import type { ListConfig } from "../listConfig.ts";
import { getParameterLabels } from "../query/getParameterLabels.ts";
import { formatSearch, parseSearch } from "../query/urlQuery.ts";
import { type OpenList, openList } from "./listActor.ts";

/** The list of this page, whose actor receives every change of the URL while the list is mounted. */
export function useOpenList(config: ListConfig): OpenList {
  const { client, config: settings, toast, storage, user } = usePageApi();
  const scope = usePageScope();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const list = openList(config, {
    scope,
    client,
    storage,
    user,
    extensions: settings.extensions,
    search,
  });
  const { actor, urlSync } = list;
  const navigateTo = useEffectEvent((query: ListQuery, replace: boolean) => {
    const next = formatSearch(query, search);
    if (next === search) return true;
    // A click on another page is in the browser's address before React renders that page.
    if (getPagePath() === pathname) void navigate({ pathname, search: next }, { replace });
    return false;
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
    const { isOutdated, detach } = urlSync.attach(search, parsed, (query, replace) => {
      // Correcting a page number beyond the end replaces the history entry.
      const isSteppingBack = query.pageNo < parsed.query.pageNo && actor.getSnapshot().hasTag("busy");
      return navigateTo(query, replace || isSteppingBack);
    });
    if (!isOutdated) actor.send({ type: "url.change", query: parsed.query });
    return detach;
  }, [actor, urlSync, config, search]);
  return list;
}
