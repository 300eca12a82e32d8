import { defineExpectation, type Rule } from "../createReference.ts";

/** Observed values of the live map. */
interface LiveTasksObserved {
  readonly [part: string]: unknown;
  readonly link: "unknown" | "up" | "down";
  readonly since: number | null;
  readonly view: string | null;
  readonly query: string;
  readonly list: number | null;
  readonly listed: boolean;
  readonly error: string | null;
  readonly selected: string | null;
  readonly opened: string | null;
  readonly missing: boolean;
  readonly ended: string | null;
  readonly following: boolean;
  readonly trails: boolean;
  readonly smooth: boolean;
  readonly basemap: string;
}

const shownStates = ["shown.waiting", "shown.snapshot", "shown.streaming", "shown.stale", "shown.polling"];
const workingStates = ["working.loading", "working.waiting", "working.settling", "working.failed"];
const abortEffects = (at: string) => (at === "working.loading" ? ["aborts load"] : []);
const openFleetEffects = ({ view }: LiveTasksObserved) => [`opens the fleet ${view ?? "everywhere"}`];
const reopenTaskEffects = ({ selected }: LiveTasksObserved) =>
  selected === null ? [] : [`opens ${selected}`];
const closeTaskEffects = ({ selected }: LiveTasksObserved) =>
  selected === null ? [] : [`closes ${selected}`];
/** After an error, further loads are quiet: the list already shows it. */
const loadEffects = ({ query, selected, link, view, error }: LiveTasksObserved) => [
  `loads ${query}${selected === null ? "" : ` and ${selected}`}${
    link === "down" ? ` with drones ${view ?? "everywhere"}` : ""
  }${error === null ? "" : " quietly"}`,
];
/** The outage began when the stream fell silent, where that was before the line broke. */
const linkDown = ({ since }: LiveTasksObserved) => ({ link: "down", since: since ?? 900_000 }) as const;
const listArrived = { list: 9, listed: true, error: null };
const nothingOpen = { opened: null, missing: false, ended: null };

/** A chosen task is opened at once and read with the list. */
const chooseTask = (
  from: string,
  id: string,
  before: string | null,
  row?: string,
): Rule<LiveTasksObserved> => ({
  from,
  on: `task ${id} is chosen`,
  if: ({ selected }) => selected === before,
  ...(from === "idle" ? {} : { to: "working.loading" }),
  sets: { selected: id, ...nothingOpen },
  does: (seen) => [
    ...(before === null ? [] : [`closes ${before}`]),
    `opens ${id}`,
    ...(from === "idle" ? [] : [...abortEffects(from), ...loadEffects(seen)]),
  ],
  ...(row ? { row } : {}),
});

/** The page 实时任务: R-078, R-174, R-291. */
export const liveTasksExpectation = defineExpectation<LiveTasksObserved>({
  seen: () => ({
    link: "unknown",
    since: null,
    view: null,
    query: "all",
    list: null,
    listed: false,
    error: null,
    selected: null,
    opened: null,
    missing: false,
    ended: null,
    following: false,
    trails: true,
    smooth: true,
    basemap: "",
  }),
  start: [],
  regions: {
    feed: {
      initial: "offline",
      states: {
        offline: ["offline"],
        "shown.waiting": ["offline"],
        "shown.snapshot": ["snapshot"],
        "shown.streaming": ["streaming"],
        "shown.stale": ["stale"],
        "shown.polling": ["polling"],
      },
      timers: { "shown.snapshot": { ms: 5_000 }, "shown.streaming": { ms: 5_000 } },
      rules: [
        {
          from: "offline",
          on: "page is shown",
          if: ({ link }) => link === "up",
          to: "shown.snapshot",
          does: (seen) => [...reopenTaskEffects(seen), ...openFleetEffects(seen)],
          row: "R-174",
        },
        {
          from: "offline",
          on: "page is shown",
          if: ({ link }) => link === "down",
          to: "shown.polling",
          does: reopenTaskEffects,
        },
        { from: "offline", on: "page is shown", to: "shown.waiting", does: reopenTaskEffects },
        {
          from: shownStates,
          on: "page is hidden",
          to: "offline",
          sets: ({ link, since }) => ({ since: link === "down" ? since : null }),
          does: (seen) => ["closes the fleet", ...closeTaskEffects(seen)],
        },
        { from: "offline", on: "connection comes up", sets: { link: "up", since: null } },
        { from: "offline", on: "connection goes down", sets: linkDown },
        { from: "offline", on: "map moves", sets: { view: "110 30 120 40 at 8" } },
        {
          from: shownStates,
          on: "connection comes up",
          to: "shown.snapshot",
          sets: { link: "up" },
          does: openFleetEffects,
        },
        {
          from: shownStates,
          on: "connection goes down",
          to: "shown.polling",
          sets: linkDown,
          row: "polling while disconnected",
        },
        { from: shownStates, on: "map moves", sets: { view: "110 30 120 40 at 8" }, does: openFleetEffects },
        {
          from: ["shown.snapshot", "shown.streaming", "shown.stale"],
          on: "frame arrives",
          to: "shown.streaming",
          sets: { since: null },
          row: "R-291",
        },
        {
          from: ["shown.snapshot", "shown.streaming"],
          on: "after",
          to: "shown.stale",
          sets: ({ since }, now) => ({ since: since ?? now - 5_000 }),
        },
        ...["42", "43"].map((id) => ({
          on: "the task is left",
          if: ({ selected }: LiveTasksObserved) => selected === id,
          sets: { selected: null, ...nothingOpen, following: false },
          does: [`closes ${id}`],
        })),
        {
          on: "starts following",
          if: ({ selected, ended }) => selected !== null && ended === null,
          sets: { following: true },
        },
        { on: "stops following", sets: { following: false } },
        { on: "trails are toggled", sets: ({ trails }) => ({ trails: !trails }) },
        { on: "raw positions", sets: { smooth: false } },
        { on: "base map tdt", sets: { basemap: "tdt" } },
      ],
    },
    list: {
      initial: "idle",
      states: {
        idle: [],
        "working.loading": ["loading"],
        "working.waiting": [],
        "working.settling": [],
        "working.failed": ["failed"],
      },
      timers: {
        "working.waiting": {
          ms: ({ link }) => (link === "down" ? 4_000 : 9_500),
          row: "polling while disconnected",
        },
        "working.settling": { ms: 3_000 },
        "working.failed": { ms: ({ error }) => (error?.startsWith("unavailable") ? 9_000 : 3_000) },
      },
      rules: [
        { from: "idle", on: "page is shown", to: "working.loading", does: loadEffects, row: "R-078" },
        ...workingStates.map((from) => ({
          from,
          on: "page is hidden",
          to: "idle",
          does: abortEffects(from),
        })),
        ...workingStates.map((from) => ({
          from,
          on: ["list is reloaded", "connection goes down"],
          to: "working.loading",
          does: (seen: LiveTasksObserved) => [...abortEffects(from), ...loadEffects(seen)],
        })),
        { from: "idle", on: "lost ones are queried", sets: { query: "lost" } },
        ...workingStates.map((from) => ({
          from,
          on: "lost ones are queried",
          to: "working.loading",
          sets: { query: "lost" },
          // The regions' rules run one after the other: the selection has changed before.
          does: (seen: LiveTasksObserved) => [...abortEffects(from), ...loadEffects(seen)],
        })),
        ...["idle", ...workingStates].flatMap((from) => [
          chooseTask(from, "42", null, "R-034 R-174"),
          chooseTask(from, "42", "43"),
          chooseTask(from, "43", null),
          chooseTask(from, "43", "42"),
        ]),
        {
          from: "working.loading",
          on: "list arrives",
          if: ({ selected }) => selected === null,
          to: "working.waiting",
          sets: { ...listArrived },
        },
        {
          from: "working.loading",
          on: "list arrives",
          if: ({ opened }) => opened !== null,
          to: "working.waiting",
          sets: ({ opened }, now) => ({
            ...listArrived,
            opened: null,
            ended: `${opened} at ${now}`,
            following: false,
          }),
          row: "an ended flight stays open",
        },
        {
          from: "working.loading",
          on: "list arrives",
          if: ({ ended }) => ended === null,
          to: "working.waiting",
          sets: { ...listArrived, missing: true, following: false },
        },
        { from: "working.loading", on: "list arrives", to: "working.waiting", sets: { ...listArrived } },
        {
          from: "working.loading",
          on: "list arrives with 42",
          if: ({ selected }) => selected === null,
          to: "working.waiting",
          sets: { ...listArrived },
        },
        {
          from: "working.loading",
          on: "list arrives with 42",
          if: ({ selected }) => selected === "42",
          to: "working.waiting",
          sets: { ...listArrived, opened: "42", missing: false, ended: null },
        },
        {
          from: "working.loading",
          on: "list arrives with 42",
          to: "working.waiting",
          sets: { ...listArrived, selected: "42", opened: "42", missing: false, ended: null },
          does: ["closes 43", "opens 42"],
          row: "an attached flight's old task leads to the new one",
        },
        {
          from: "working.loading",
          on: "list fails",
          to: "working.failed",
          sets: { error: "offline 连接中断" },
        },
        {
          from: "working.loading",
          on: "list fails for 9 s",
          to: "working.failed",
          sets: { error: "unavailable 数据库暂时不可用" },
        },
        { from: "working.waiting", on: "tasks change", to: "working.settling" },
        {
          from: ["working.waiting", "working.settling", "working.failed"],
          on: "after",
          to: "working.loading",
          does: loadEffects,
        },
      ],
    },
  },
});
