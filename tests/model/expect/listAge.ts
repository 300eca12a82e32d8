import { defineExpectation } from "../createReference.ts";

interface ListAgeObserved {
  readonly [part: string]: unknown;
  readonly loadedAt: number | null;
  readonly changed: readonly string[];
  /** Whether others may have changed as well. */
  readonly others: boolean;
  readonly shown: boolean;
  readonly held: boolean;
}

const isCurrent = ({ changed, others }: ListAgeObserved) => changed.length === 0 && !others;
const isFree = ({ shown, held }: ListAgeObserved) => shown && !held;
const add = (id: string) => (seen: ListAgeObserved) => ({
  changed: seen.changed.includes(id) ? seen.changed : [...seen.changed, id],
});
const setLoaded = (_: ListAgeObserved, now: number) => ({ loadedAt: now });

const additions = [
  { on: "a changes", sets: add("a") },
  { on: "b changes", sets: add("b") },
  { on: "anything may have changed", sets: () => ({ others: true }) },
];
const rereads = ["reads again"];
const rereadRow = "a list reads its rows again where nobody works with them";

/** How old the rows of a list are. */
export const listAgeExpectation = defineExpectation<ListAgeObserved>({
  seen: () => ({ loadedAt: null, changed: [], others: false, shown: false, held: false }),
  start: ["watches"],
  regions: {
    "": {
      initial: "loading",
      states: { loading: [], current: [], settling: [], outdated: ["outdated"], failed: [] },
      timers: { settling: { ms: 2_000, row: "changes seldom come alone" } },
      rules: [
        { on: "a load starts", to: "loading", sets: { changed: [], others: false } },
        { from: "loading", on: "rows come", if: isCurrent, to: "current", sets: setLoaded },
        {
          from: "loading",
          on: "rows come",
          to: "settling",
          sets: setLoaded,
          row: "a change during the load may be missing in its rows",
        },
        { from: "loading", on: "the load fails", to: "failed" },
        ...additions.map((addition) => ({ ...addition, from: "current", to: "settling" })),
        ...additions,
        { from: "settling", on: "after", if: isFree, to: "loading", does: rereads, row: rereadRow },
        { from: "settling", on: "after", to: "outdated", row: "有 n 条更新" },
        {
          from: "outdated",
          on: "the list is shown",
          if: ({ held }) => !held,
          to: "loading",
          sets: { shown: true },
          does: rereads,
          row: "a kept list reads its rows again when it is shown",
        },
        { on: "the list is shown", sets: { shown: true } },
        { on: "the list is hidden", sets: { shown: false } },
        {
          from: "outdated",
          on: "the rows are released",
          if: ({ shown }) => shown,
          to: "loading",
          sets: { held: false },
          does: rereads,
          row: rereadRow,
        },
        { on: "the rows are released", sets: { held: false } },
        { on: "the rows are held", sets: { held: true } },
      ],
    },
  },
});
