import { defineExpectation, type Rule } from "../createReference.ts";

interface WatchdogObserved {
  readonly [part: string]: unknown;
  readonly isNewBuild: boolean;
  /** Of the environment: when the page was last reloaded. */
  readonly reloadedAt: number | null;
}

const answered = "server answers for data";
const isDown = "server is down for data";
const isAsking = ["checking", "confirming", "returning"];

/** Data that are old for 30 s while the server answers all the time: a server that was away is given as long again. */
const dataRules: readonly Rule<WatchdogObserved>[] = [
  { from: isAsking, on: "data arrive", to: "watching", does: ["aborts dataHealth"] },
  { on: "data arrive", to: "watching" },
  { from: "watching", on: "after", to: "checking", does: ["asks the server"] },
  { from: ["doubting", "resting"], on: "after", to: "confirming", does: ["asks the server"] },
  { from: "away", on: "after", to: "returning", does: ["asks the server"] },
  { from: "checking", on: answered, to: "doubting" },
  { from: "returning", on: answered, to: "watching", row: "reconnects for ever" },
  {
    from: "confirming",
    on: answered,
    if: ({ reloadedAt }, now) => reloadedAt === null || now - reloadedAt >= 300_000,
    to: "resting",
    sets: (_, now) => ({ reloadedAt: now }),
    does: ["reloads"],
    row: "watchdog",
  },
  { from: "confirming", on: answered, to: "resting", row: "at most once in 5 min" },
  { from: isAsking, on: isDown, to: "away", row: "never while the server is down" },
];

/** The same for the picture, which a tab that was frozen paints at once. */
const pictureRules: readonly Rule<WatchdogObserved>[] = [
  { from: "checking", on: "picture is painted", to: "watching", does: ["aborts pictureHealth"] },
  { on: "picture is painted", to: "watching" },
  { from: ["watching", "resting"], on: "after", to: "checking", does: ["asks the server"] },
  { from: "checking", on: "server answers for picture", to: "confirming" },
  {
    from: "confirming",
    on: "after",
    if: ({ reloadedAt }, now) => reloadedAt === null || now - reloadedAt >= 300_000,
    to: "resting",
    sets: (_, now) => ({ reloadedAt: now }),
    does: ["reloads"],
    row: "watchdog",
  },
  { from: "confirming", on: "after", to: "resting", row: "at most once in 5 min" },
  {
    from: "checking",
    on: "server is down for picture",
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
  seen: (now) => ({ isNewBuild: false, reloadedAt: now - 265_000 }),
  start: [],
  regions: {
    data: {
      initial: "watching",
      states: {
        watching: [],
        checking: [],
        doubting: [],
        confirming: [],
        resting: [],
        away: [],
        returning: [],
      },
      timers: {
        watching: { ms: 15_200, row: "watchdog" },
        doubting: { ms: 15_200, row: "watchdog" },
        resting: { ms: 5_300 },
        away: { ms: 5_300 },
      },
      rules: dataRules,
    },
    picture: {
      initial: "watching",
      states: { watching: [], checking: [], confirming: [], resting: [] },
      timers: {
        watching: { ms: 10_000, row: "watchdog" },
        confirming: { ms: 1_700 },
        resting: { ms: 7_100 },
      },
      rules: pictureRules,
    },
    report: {
      initial: "settling",
      states: { settling: [], reporting: [], waiting: [] },
      timers: { settling: { ms: 3_100 }, waiting: { ms: 29_700, row: "reports every 30 s" } },
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
        { from: "reporting", on: ["report fails", "proxy says 403"], to: "waiting" },
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
