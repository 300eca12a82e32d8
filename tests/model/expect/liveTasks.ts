import { defineExpectation } from "../createReference.ts";

/** Observed values of the live map. */
interface LiveTasksObserved {
  readonly [part: string]: unknown;
  readonly link: "unknown" | "up" | "down";
  readonly since: number | null;
  readonly view: string | null;
  readonly tasks: string;
  readonly listed: boolean;
  readonly error: string | null;
  readonly selected: string | null;
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
const loadListEffects = ({ error }: LiveTasksObserved) => [
  `loads the list${error === null ? "" : " quietly"}`,
];
const drawPolledEffects = ({ link }: LiveTasksObserved) => (link === "down" ? ["draws 1 polled"] : []);
const linkDown = { link: "down", since: 900_000 } as const;

/** `live.md` 6, `screens.md` 实时任务, `machines.md` liveTasks. */
export const liveTasksExpectation = defineExpectation<LiveTasksObserved>({
  seen: () => ({
    link: "unknown",
    since: null,
    view: null,
    tasks: "0 of 0",
    listed: false,
    error: null,
    selected: null,
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
      timers: {
        "shown.snapshot": { ms: 5_000 },
        "shown.streaming": { ms: 5_000 },
      },
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
          does: (seen) => ["closes the fleet", ...closeTaskEffects(seen)],
        },
        { from: "offline", on: "connection comes up", sets: { link: "up" } },
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
          row: "screens.md",
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
          sets: (_, now) => ({ since: now - 5_000 }),
        },
        {
          on: "task 42 is chosen",
          if: ({ selected }) => selected === null,
          sets: { selected: "42" },
          does: ["opens 42"],
          row: "R-034 R-174",
        },
        {
          on: "task 42 is chosen",
          if: ({ selected }) => selected === "43",
          sets: { selected: "42" },
          does: ["closes 43", "opens 42"],
        },
        {
          on: "task 43 is chosen",
          if: ({ selected }) => selected === null,
          sets: { selected: "43" },
          does: ["opens 43"],
        },
        {
          on: "task 43 is chosen",
          if: ({ selected }) => selected === "42",
          sets: { selected: "43", ended: null },
          does: ["closes 42", "opens 43"],
        },
        {
          on: "the task is left",
          if: ({ selected }) => selected === "42",
          sets: { selected: null, ended: null, following: false },
          does: ["closes 42"],
        },
        {
          on: "the task is left",
          if: ({ selected }) => selected === "43",
          sets: { selected: null, following: false },
          does: ["closes 43"],
        },
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
        "working.waiting": { ms: ({ link }) => (link === "down" ? 4_000 : 30_000), row: "screens.md" },
        "working.settling": { ms: 3_000 },
        "working.failed": { ms: ({ error }) => (error?.startsWith("unavailable") ? 9_000 : 3_000) },
      },
      rules: [
        {
          from: "idle",
          on: "page is shown",
          to: "working.loading",
          does: loadListEffects,
          row: "R-078",
        },
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
          does: (seen: LiveTasksObserved) => [...abortEffects(from), ...loadListEffects(seen)],
        })),
        {
          from: "working.loading",
          on: "list arrives",
          to: "working.waiting",
          sets: { tasks: "2 of 9", listed: true, error: null, ended: null },
          does: ({ link }) => (link === "down" ? ["draws 2 polled"] : []),
        },
        {
          from: "working.loading",
          on: "list arrives without 42",
          if: ({ selected, tasks }) => selected === "42" && tasks === "2 of 9",
          to: "working.waiting",
          sets: (_, now) => ({
            tasks: "1 of 1",
            listed: true,
            error: null,
            ended: `42 at ${now}`,
            following: false,
          }),
          does: drawPolledEffects,
          row: "screens.md",
        },
        {
          from: "working.loading",
          on: "list arrives without 42",
          to: "working.waiting",
          sets: { tasks: "1 of 1", listed: true, error: null },
          does: drawPolledEffects,
        },
        {
          from: "working.loading",
          on: "list arrives truncated before 42",
          to: "working.waiting",
          sets: { tasks: "1 of 9", listed: true, error: null },
          does: drawPolledEffects,
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
          does: loadListEffects,
        },
      ],
    },
  },
});
