import { defineExpectation, type Rule } from "../createReference.ts";

interface WatchdogObserved {
  readonly [part: string]: unknown;
  readonly isNewBuild: boolean;
  /** Of the environment: when the page was last reloaded. */
  readonly reloadedAt: number | null;
}

/** At most once in five minutes, never while the server is down. */
const watch = (name: string, seen: string): readonly Rule<WatchdogObserved>[] => [
  { from: ["watching", "resting"], on: seen, to: "watching" },
  { from: "checking", on: seen, to: "watching", does: [`aborts ${name}Health`] },
  { from: ["watching", "resting"], on: "after", to: "checking", does: ["asks the server"] },
  {
    from: "checking",
    on: `server answers for ${name}`,
    if: ({ reloadedAt }, now) => reloadedAt === null || now - reloadedAt >= 300_000,
    to: "resting",
    sets: (_, now) => ({ reloadedAt: now }),
    does: ["reloads"],
    row: "watchdog",
  },
  {
    from: "checking",
    on: `server answers for ${name}`,
    to: "resting",
    row: "at most once in 5 min",
  },
  {
    from: "checking",
    on: `server is down for ${name}`,
    to: "resting",
    row: "never while the server is down",
  },
];

/** Until 04:00 in Shanghai, which is 20:00 UTC. */
const untilPlanned = (_: WatchdogObserved, now: number) => {
  const at = new Date(now);
  at.setUTCHours(20, 0, 0, 0);
  if (at.getTime() <= now) at.setUTCDate(at.getUTCDate() + 1);
  return at.getTime() - now;
};
const noted = (_: WatchdogObserved, now: number) => ({ reloadedAt: now });

/** What keeps a screen running: live.md section 9. */
export const wallWatchdogExpectation = defineExpectation<WatchdogObserved>({
  seen: () => ({ isNewBuild: false, reloadedAt: null }),
  start: [],
  regions: {
    data: {
      initial: "watching",
      states: { watching: [], checking: [], resting: [] },
      timers: { watching: { ms: 30_400, row: "watchdog" }, resting: { ms: 5_300 } },
      rules: watch("data", "data arrive"),
    },
    picture: {
      initial: "watching",
      states: { watching: [], checking: [], resting: [] },
      timers: { watching: { ms: 10_000, row: "watchdog" }, resting: { ms: 7_100 } },
      rules: watch("picture", "picture is painted"),
    },
    report: {
      initial: "settling",
      states: { settling: [], reporting: [], waiting: [] },
      timers: {
        settling: { ms: 3_100 },
        waiting: { ms: 29_700, row: "reports every 30 s" },
      },
      rules: [
        {
          from: "reporting",
          on: "is asked to reload",
          to: "waiting",
          sets: noted,
          does: ["reloads"],
          row: "can be asked to reload",
        },
        { from: "reporting", on: "reported", to: "waiting", sets: { isNewBuild: false } },
        { from: "reporting", on: "reported beside a new build", to: "waiting", sets: { isNewBuild: true } },
        { from: "reporting", on: "report is refused", to: "waiting", does: ["is refused"] },
        { from: "reporting", on: "report fails", to: "waiting" },
        {
          from: ["settling", "waiting"],
          on: "after",
          to: "reporting",
          does: ["reports"],
          row: "reports every 30 s",
        },
      ],
    },
    renewal: {
      initial: "waiting",
      states: { waiting: [], due: [], renewed: [] },
      timers: {
        waiting: { ms: untilPlanned, row: "planned reload at 04:00" },
        renewed: { ms: untilPlanned },
      },
      rules: [
        {
          from: "waiting",
          on: "nothing flies",
          if: ({ isNewBuild }) => isNewBuild,
          to: "renewed",
          sets: noted,
          does: ["reloads"],
          row: "a new version is taken when nothing flies",
        },
        { from: ["waiting", "renewed"], on: "after", to: "due", row: "planned reload at 04:00" },
        {
          from: "due",
          on: "nothing flies",
          to: "renewed",
          sets: noted,
          does: ["reloads"],
          row: "planned reload at 04:00",
        },
      ],
    },
  },
});
