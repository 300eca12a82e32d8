import { defineExpectation } from "../createReference.ts";

interface StatisticsObserved {
  readonly [part: string]: unknown;
  readonly query: string | null;
  readonly loaded: string | null;
  readonly error: string | null;
}

const loadingStates = "loading.*";
const restingStates = ["idle", "ready", "failed"];

/** The figures of one card of the statistics. */
export const statisticsExpectation = defineExpectation<StatisticsObserved>({
  seen: () => ({ query: null, loaded: null, error: null }),
  start: [],
  regions: {
    "": {
      initial: "idle",
      states: {
        idle: [],
        "loading.prompt": ["busy"],
        "loading.slow": ["busy", "slow"],
        ready: [],
        failed: ["failed"],
      },
      timers: { "loading.prompt": { ms: 2_000, row: "a slow call says so" } },
      rules: [
        ...["November", "October"].flatMap((month) => [
          {
            from: loadingStates,
            on: `the address says ${month}`,
            to: "loading.prompt",
            sets: { query: month },
            does: ["aborts load", `loads ${month}`],
            row: "the conditions stand in the address",
          },
          {
            from: restingStates,
            on: `the address says ${month}`,
            to: "loading.prompt",
            sets: { query: month },
            does: [`loads ${month}`],
            row: "the conditions stand in the address",
          },
        ]),
        {
          from: loadingStates,
          on: "figures come",
          to: "ready",
          sets: ({ query }) => ({ loaded: `${query}: 7 orders`, error: null }),
        },
        {
          from: loadingStates,
          on: "the call fails",
          if: ({ query, loaded }) => loaded === `${query}: 7 orders`,
          to: "failed",
          sets: { error: "server 统计失败" },
          row: "a failed refresh keeps the figures",
        },
        {
          from: loadingStates,
          on: "the call fails",
          to: "failed",
          sets: { error: "server 统计失败", loaded: null },
          row: "a broken call leaves the other cards standing",
        },
        { from: "loading.prompt", on: "after", to: "loading.slow", row: "a slow call says so" },
        {
          from: "loading.slow",
          on: "retry",
          to: "loading.prompt",
          does: ({ query }) => ["aborts load", `loads ${query}`],
        },
        { from: "failed", on: "retry", to: "loading.prompt", does: ({ query }) => [`loads ${query}`] },
        {
          from: ["ready", "failed"],
          on: "refresh",
          to: "loading.prompt",
          does: ({ query }) => [`loads ${query}`],
        },
      ],
    },
  },
});
