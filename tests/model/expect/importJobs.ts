import { defineExpectation, type Rule } from "../createReference.ts";

interface ImportJobsObserved {
  readonly [part: string]: unknown;
  readonly shown: "nothing" | "form" | "jobs";
  /** The newest first, such as `a`, `a undecided` or `a over`; null before the first answer. */
  readonly jobs: readonly string[] | null;
  /** What was reported while the list is loading. */
  readonly reported: readonly string[];
  readonly error: string | null;
}
type Seen = ImportJobsObserved;

const knows = ({ jobs }: Seen, job: string) => jobs?.includes(job) ?? false;
/** The jobs with one of them changed; a new one is the first. */
const put = (jobs: readonly string[], job: string) =>
  jobs.some((one) => one[0] === job[0]) ? jobs.map((one) => (one[0] === job[0] ? job : one)) : [job, ...jobs];
/** The end of a is told where it was known to be under way, and the dialog does not show it. */
const over = (rule: Rule<Seen>, isNews: (seen: Seen) => boolean): Rule<Seen> => ({
  ...rule,
  if: (seen) => seen.shown === "nothing" && (knows(seen, "a") || knows(seen, "a undecided")) && isNews(seen),
  does: ["tells a over"],
  row: "the result is told when the dialog is closed",
});
const undecided = (rule: Rule<Seen>, isNews: (seen: Seen) => boolean): Rule<Seen> => ({
  ...rule,
  if: (seen) => seen.shown === "nothing" && knows(seen, "a") && isNews(seen),
  does: ["tells a undecided"],
  row: "that an import is to be confirmed is told when the dialog is closed",
});
const report = (on: string, job: string) => ({
  from: "loading",
  on,
  sets: ({ reported }: Seen) => ({ reported: put(reported, job) }),
  row: "an import that reports faster than the list is answered does not keep it from being shown",
});
/** What was reported meanwhile is newer than the answer. */
const merge = ({ reported }: Seen, answer: readonly string[]) =>
  [...reported].reverse().reduce((jobs, job) => put(jobs, job), answer);
const come = (on: string, answer: readonly string[]): readonly Rule<Seen>[] => {
  const rule: Rule<Seen> = {
    from: "loading",
    on,
    to: "ready",
    sets: (seen) => ({ jobs: merge(seen, answer), error: null }),
  };
  const has = (job: string) => (seen: Seen) => merge(seen, answer).includes(job);
  return [over(rule, has("a over")), undecided(rule, has("a undecided")), rule];
};
const change = (on: string, job: string): Rule<Seen> => ({
  from: "ready",
  on,
  sets: ({ jobs }) => ({ jobs: put(jobs ?? [], job) }),
});

const reloads = [
  {
    on: "open",
    sets: { shown: "form" as const, reported: [] },
    row: "what became of an import is read when it is opened",
  },
  { on: "a file is accepted", sets: { shown: "jobs" as const, reported: [] } },
  { on: "the connection is back", sets: { reported: [] }, row: "what was missed is read again" },
  { on: "retry", sets: { reported: [] } },
];
const changes = ["a goes on", "a is undecided", "a is over", "b waits"];

/** Imports of recordings in the background; beyond the specification. */
export const importJobsExpectation = defineExpectation<Seen>({
  seen: () => ({ shown: "nothing", jobs: null, reported: [], error: null }),
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
        report("a goes on", "a"),
        report("a is undecided", "a undecided"),
        report("a is over", "a over"),
        report("b waits", "b"),
        { from: "failed", on: changes, to: "loading", sets: { reported: [] }, does: ["loads"] },
        change("a goes on", "a"),
        undecided(change("a is undecided", "a undecided"), () => true),
        change("a is undecided", "a undecided"),
        over(change("a is over", "a over"), () => true),
        change("a is over", "a over"),
        change("b waits", "b"),
        ...come("a comes", ["a"]),
        ...come("b, and a that is over, come", ["b", "a over"]),
        { from: "loading", on: "the load fails", to: "failed", sets: { error: "server 内部错误" } },
      ],
    },
  },
});
