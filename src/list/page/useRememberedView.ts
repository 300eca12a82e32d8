import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { queryKey } from "../../../machines/listQuery.ts";
import type { Remembering } from "../columns/useListMemory.ts";
import type { ListPlan } from "../listPlan.ts";
import { queryOfSaved } from "../queries/savedQuery.ts";
import { searchOfQuery } from "../query/urlQuery.ts";
import type { ListActor } from "./listActor.ts";

/** The lists that were opened with what is remembered of them: whoever comes back to one finds it as it was left. */
const opened = new WeakSet<ListActor>();

/**
 * Opens a list with the query that its user chose for that and with the size it had last, once they are known.
 * An address that names conditions, a page or a size itself, and what is already typed, go before.
 */
export function useRememberedView(plan: ListPlan, actor: ListActor, { known, memory }: Remembering) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const apply = useEffectEvent(() => {
    const first = !opened.has(actor);
    opened.add(actor);
    const params = new URLSearchParams(search);
    const { pageSize } = memory;
    const { query, typed } = actor.getSnapshot().context;
    const opening = memory.queries?.find(({ opens }) => opens);
    if (first && opening && [...params.keys()].every((name) => name === "tab") && queryKey(typed) === "{}") {
      const saved = queryOfSaved(opening, plan.call.body, plan.filters, new Date()).query;
      const next = searchOfQuery({ ...saved, pageSize: pageSize ?? saved.pageSize }, search);
      // No place to come back to: nobody has asked for the list without it.
      void navigate({ pathname, search: next }, { replace: true });
      return;
    }
    if (pageSize === undefined || params.has("size") || params.has("page")) return;
    if (pageSize !== query.pageSize) actor.send({ type: "size.change", pageSize });
  });
  useEffect(() => {
    if (known) apply();
  }, [known]);
}
