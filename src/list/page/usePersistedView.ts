import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { toQueryKey } from "../../../machines/listQuery.ts";
import type { ListPreferencesApi } from "../columns/useListPreferences.ts";
import type { ListConfig } from "../listConfig.ts";
import { formatSearch } from "../query/urlQuery.ts";
import { resolveSavedQuery } from "../savedQueries/savedQuery.ts";
import type { ListActor } from "./listActor.ts";

/** The lists that were opened with what is remembered of them: whoever comes back to one finds it as it was left. */
const initializedLists = new WeakSet<ListActor>();

/**
 * Opens a list with the query that its user chose for that and with the size it had last, once they are known.
 * An address that names conditions, a page or a size itself, and what is already typed, go before.
 */
export function usePersistedView(
  config: ListConfig,
  actor: ListActor,
  { isLoaded, preferences }: ListPreferencesApi,
) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const apply = useEffectEvent(() => {
    const isFirst = !initializedLists.has(actor);
    initializedLists.add(actor);
    const params = new URLSearchParams(search);
    const { pageSize } = preferences;
    const { query, draftFilters } = actor.getSnapshot().context;
    const defaultQuery = preferences.queries?.find(({ opens }) => opens);
    if (
      isFirst &&
      defaultQuery &&
      [...params.keys()].every((name) => name === "tab") &&
      toQueryKey(draftFilters) === "{}"
    ) {
      const savedListQuery = resolveSavedQuery(
        defaultQuery,
        config.call.body,
        config.filters,
        new Date(),
      ).query;
      const next = formatSearch({ ...savedListQuery, pageSize: pageSize ?? savedListQuery.pageSize }, search);
      // No place to come back to: nobody has asked for the list without it.
      void navigate({ pathname, search: next }, { replace: true });
      return;
    }
    if (pageSize === undefined || params.has("size") || params.has("page")) return;
    if (pageSize !== query.pageSize) actor.send({ type: "size.change", pageSize });
  });
  useEffect(() => {
    if (isLoaded) apply();
  }, [isLoaded]);
}
