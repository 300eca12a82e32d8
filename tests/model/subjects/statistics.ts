import { type StatisticsContext, statisticsMachine } from "../../../machines/statistics.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { statisticsExpectation } from "../expect/statistics.ts";

/** The figures of one card with pending calls. */
export const statisticsSubject = defineSubject({
  name: "statistics",
  expectation: statisticsExpectation,
  build: (environment) => ({
    machine: statisticsMachine<string, string>({
      load: (query, signal) => environment.call("load", `loads ${query}`, signal),
    }),
  }),
  observe: ({ query, loaded, error }: StatisticsContext<string, string>) => ({
    query,
    loaded: loaded && `${loaded.query}: ${loaded.data}`,
    error: error && `${error.kind} ${error.message}`,
  }),
  stimuli: [
    { label: "the address says November", event: { type: "query.change", query: "November" } },
    { label: "the address says October", event: { type: "query.change", query: "October" } },
    { label: "figures come", event: { type: "xstate.done.actor.load", output: "7 orders" } },
    {
      label: "the call fails",
      event: { type: "xstate.error.actor.load", error: { kind: "server", message: "统计失败" } },
    },
    { label: "refresh", event: { type: "data.refresh" } },
    { label: "retry", event: { type: "load.retry" } },
  ],
  invariant: ({ at, seen }) =>
    at === "failed" && seen["loaded"] !== null && seen["loaded"] !== `${String(seen["query"])}: 7 orders`
      ? "figures of other conditions beside an error"
      : null,
});
