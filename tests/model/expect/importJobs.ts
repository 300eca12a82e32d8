import { defineExpectation } from "../createReference.ts";

interface ImportJobsObserved {
  readonly [part: string]: unknown;
  readonly shown: "nothing" | "form" | "jobs";
  /** The newest first, such as `a`, `a undecided` or `a over`; null before the first answer. */
  readonly jobs: readonly string[] | null;
  readonly error: string | null;
}
type Seen = ImportJobsObserved;

const knows = ({ jobs }: Seen, job: string) => jobs?.includes(job) ?? false;
/** The end of a is told where it was known to be under way, and the dialog does not show it. */
const isTold = (seen: Seen) => seen.shown === "nothing" && (knows(seen, "a") || knows(seen, "a undecided"));
const told = { if: isTold, does: ["tells a over"], row: "the result is told when the dialog is closed" };
const setA =
  (a: string) =>
  ({ jobs }: Seen) => ({
    jobs: jobs?.some((job) => job.startsWith("a"))
      ? jobs.map((job) => (job.startsWith("a") ? a : job))
      : [a, ...(jobs ?? [])],
  });
const allCome = {
  from: "loading",
  on: "b, and a that is over, come",
  to: "ready",
  sets: { jobs: ["b", "a over"], error: null },
};

const reloads = [
  { on: "open", sets: { shown: "form" as const }, row: "what became of an import is read when it is opened" },
  { on: "a file is accepted", sets: { shown: "jobs" as const } },
  { on: "the connection is back", sets: {}, row: "what was missed is read again" },
  { on: "retry", sets: {} },
];
const changes = ["a goes on", "a is undecided", "a is over", "b waits"];

/** Imports of recordings in the background; beyond the specification. */
export const importJobsExpectation = defineExpectation<Seen>({
  seen: () => ({ shown: "nothing", jobs: null, error: null }),
  start: ["watches", "loads"],
  regions: {
    "": {
      initial: "loading",
      states: { loading: ["busy"], ready: [], failed: ["failed"] },
      rules: [
        ...reloads.flatMap((reload) => [
          { ...reload, from: "loading", to: "loading", does: ["aborts load", "loads"] },
          { ...reload, from: ["ready", "failed"], to: "loading", does: ["loads"] },
        ]),
        { on: "close", sets: { shown: "nothing" } },
        { on: "another file", sets: { shown: "form" } },
        {
          from: "loading",
          on: changes,
          to: "loading",
          does: ["aborts load", "loads"],
          row: "newest answer wins",
        },
        { from: "failed", on: changes, to: "loading", does: ["loads"] },
        { from: "ready", on: "a goes on", sets: setA("a") },
        {
          from: "ready",
          on: "a is undecided",
          sets: setA("a undecided"),
          if: (seen) => seen.shown === "nothing" && knows(seen, "a"),
          does: ["tells a undecided"],
          row: "that an import is to be confirmed is told when the dialog is closed",
        },
        { from: "ready", on: "a is undecided", sets: setA("a undecided") },
        { from: "ready", on: "a is over", sets: setA("a over"), ...told },
        { from: "ready", on: "a is over", sets: setA("a over") },
        {
          from: "ready",
          on: "b waits",
          sets: (seen) => ({ jobs: knows(seen, "b") ? seen.jobs : ["b", ...(seen.jobs ?? [])] }),
        },
        { from: "loading", on: "a comes", to: "ready", sets: { jobs: ["a"], error: null } },
        { ...allCome, ...told },
        allCome,
        { from: "loading", on: "the load fails", to: "failed", sets: { error: "server 内部错误" } },
      ],
    },
  },
});
