import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** Port of one card of the statistics. */
export interface StatisticsPort<Query, Data> {
  readonly load: (query: Query, signal: AbortSignal) => Promise<Data>;
}

export type StatisticsEvent<Query> =
  /** The conditions in the address. */
  { type: "query.change"; query: Query } | { type: "data.refresh" } | { type: "load.retry" };

export interface StatisticsContext<Query, Data> {
  readonly query: Query | null;
  /** The latest figures, and the conditions that they belong to: those of an older query stay while the next one loads. */
  readonly loaded: { readonly query: Query; readonly data: Data } | null;
  readonly error: ErrorInfo | null;
}

/**
 * The figures of one card. Each card of a page has an actor of its own, so that one that fails or is slow leaves the
 * others unchanged.
 */
export const statisticsMachine = <Query, Data>(port: StatisticsPort<Query, Data>) =>
  setup({
    types: {} as {
      context: StatisticsContext<Query, Data>;
      events: StatisticsEvent<Query>;
      tags: "busy" | "slow" | "failed";
    },
    actors: {
      load: fromPromise<{ query: Query; data: Data }, { query: Query | null }>(async ({ input, signal }) => {
        if (input.query === null) throw new Error("load without a query");
        return { query: input.query, data: await port.load(input.query, signal) };
      }),
    },
    actions: {
      setQuery: assign((_, query: Query) => ({ query })),
      setLoaded: assign((_, loaded: { query: Query; data: Data }) => ({ loaded, error: null })),
      /** Figures of other conditions would be taken for those of the failed ones. */
      setError: assign(({ context: { query, loaded } }, error: ErrorInfo) => ({
        error,
        loaded: loaded?.query === query ? loaded : null,
      })),
    },
    delays: { slow: 2_000 },
  }).createMachine({
    id: "statistics",
    context: { query: null, loaded: null, error: null },
    initial: "idle",
    on: {
      "query.change": {
        target: ".loading",
        actions: { type: "setQuery", params: ({ event }) => event.query },
      },
    },
    states: {
      idle: {},
      loading: {
        tags: "busy",
        invoke: {
          id: "load",
          src: "load",
          input: ({ context: { query } }) => ({ query }),
          onDone: { target: "ready", actions: { type: "setLoaded", params: ({ event }) => event.output } },
          onError: {
            target: "failed",
            actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
          },
        },
        initial: "prompt",
        states: {
          prompt: { after: { slow: "slow" } },
          slow: { tags: "slow", on: { "load.retry": { target: "#statistics.loading", reenter: true } } },
        },
      },
      ready: { on: { "data.refresh": "loading" } },
      failed: { tags: "failed", on: { "data.refresh": "loading", "load.retry": "loading" } },
    },
  });
