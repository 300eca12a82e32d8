import { useSelector } from "@xstate/react";
import { useEffect } from "react";
import type { ActorRefFrom } from "xstate";
import type { Client } from "../../../adapters/http/client.ts";
import type { ErrorInfo } from "../../../machines/errorInfo.ts";
import { statisticsMachine } from "../../../machines/statistics.machine.ts";
import { normalizeErrors } from "../../list/toCallError.ts";
import type { PageLoaderContext } from "../../pageApi/pageComponent.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { type PageScope, usePageScope } from "../../pageApi/usePageScope.ts";
import { waitForState } from "../../pageApi/waitForState.ts";

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

type Load<Query, Data> = (client: Client, query: Query, signal: AbortSignal) => Promise<Data>;
type StatisticsActor<Query, Data> = ActorRefFrom<ReturnType<typeof statisticsMachine<Query, Data>>>;

/** The actor of one call, started on the first use; the page's scope keeps it longer than components live. */
const getStatisticsActor = <Query, Data>(
  scope: PageScope,
  client: Client,
  name: string,
  load: Load<Query, Data>,
): StatisticsActor<Query, Data> =>
  scope.actor(`statistics.${name}`, () =>
    statisticsMachine<Query, Data>({
      load: (wanted, signal) => normalizeErrors(load(client, wanted, signal)),
    }),
  );

/** Asks for figures before the page renders. Resolves when they are loaded, have failed or are slow. */
export async function preloadStatistics<Query, Data>(
  { scope, client }: Pick<PageLoaderContext, "scope" | "client">,
  name: string,
  query: Query,
  load: Load<Query, Data>,
): Promise<void> {
  const actor = getStatisticsActor(scope, client, name, load);
  if (actor.getSnapshot().matches("idle")) actor.send({ type: "query.change", query });
  await waitForState(actor, (state) => !state.hasTag("busy") || state.hasTag("slow"));
}

/**
 * Loads figures again whenever the query changes; the page's actor outlives its components.
 * @param name unique within the page
 * @param query null while it is not known yet: nothing is loaded
 */
export function useStatistics<Query, Data>(
  name: string,
  query: Query | null,
  load: Load<Query, Data>,
): StatisticsState<Query, Data> {
  const { client } = usePageApi();
  const actor = getStatisticsActor(usePageScope(), client, name, load);
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
