import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { ActorRefFrom } from "xstate";
import type { Client } from "../../../adapters/http/client.ts";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import { statisticsMachine } from "../../../machines/statistics.machine.ts";
import { normalizeErrors } from "../../list/toCallError.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { usePageScope } from "../../pageApi/usePageScope.ts";

/** The figures of one call, and how their loading goes. */
export interface StatisticsState<Query, Data> {
  /** Null until the first answer, and after the failure of other conditions. */
  readonly data: Data | null;
  /** The conditions that the data belong to. */
  readonly query: Query | null;
  readonly isBusy: boolean;
  /** Loading for longer than usual. */
  readonly isSlow: boolean;
  readonly error: ErrorInfo | null;
  readonly retry: () => void;
  readonly refresh: () => void;
}

/**
 * Loads figures again whenever the query changes; the page's actor outlives its components.
 * @param name unique within the page
 * @param query null while it is not known yet: nothing is loaded
 */
export function useStatistics<Query, Data>(
  name: string,
  query: Query | null,
  load: (client: Client, query: Query, signal: AbortSignal) => Promise<Data>,
): StatisticsState<Query, Data> {
  const { client } = usePageApi();
  const actor: ActorRefFrom<ReturnType<typeof statisticsMachine<Query, Data>>> = usePageScope().actor(
    `statistics.${name}`,
    () =>
      statisticsMachine<Query, Data>({
        load: (wanted, signal) => normalizeErrors(load(client, wanted, signal)),
      }),
  );
  const key = query === null ? null : JSON.stringify(query);
  useEffect(() => {
    if (key === null) return;
    if (JSON.stringify(actor.getSnapshot().context.query) === key) return;
    // The key is the query: its identity changes with every render.
    actor.send({ type: "query.change", query: JSON.parse(key) as Query });
  }, [actor, key]);
  const { loaded, error } = useSelector(actor, ({ context }) => context);
  const isBusy = useSelector(actor, (state) => state.hasTag("busy") || state.matches("idle"));
  const isSlow = useSelector(actor, (state) => state.hasTag("slow"));
  const hasFailed = useSelector(actor, (state) => state.hasTag("failed"));
  return {
    data: loaded?.data ?? null,
    query: loaded?.query ?? null,
    isBusy,
    isSlow,
    error: hasFailed ? error : null,
    retry: () => actor.send({ type: "load.retry" }),
    refresh: () => actor.send({ type: "data.refresh" }),
  };
}
