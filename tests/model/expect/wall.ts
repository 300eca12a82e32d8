import { defineExpectation, type Rule } from "../createReference.ts";

interface WallObserved {
  readonly [part: string]: unknown;
  readonly screen: string | null;
  readonly refusal: string;
  readonly dataAt: number | null;
  readonly tour: string;
  readonly stop: number;
  readonly p1Tasks: string;
  readonly p1Since: number | null;
}

/** The drone that is shown stays; otherwise a list begins anew. */
const tourRule = (on: string, tour: string): Rule<WallObserved> => ({
  on,
  sets: (seen) => {
    const shown = seen.tour.split(" ")[seen.stop];
    return { tour, stop: tour === "" ? 0 : Math.max(0, tour.split(" ").indexOf(shown ?? "")) };
  },
});

/** A screen of the control room: live.md section 9. */
export const wallExpectation = defineExpectation<WallObserved>({
  seen: () => ({ screen: null, refusal: "", dataAt: null, tour: "", stop: 0, p1Tasks: "", p1Since: null }),
  start: ["opens the session"],
  regions: {
    session: {
      initial: "starting",
      states: {
        starting: ["starting"],
        waiting: ["starting"],
        running: ["running"],
        refused: ["refused"],
        foreign: ["foreign"],
      },
      timers: {
        waiting: { ms: 5_100, row: "reconnects for ever" },
        refused: { ms: 63_700, row: "再次启用后自行恢复" },
        foreign: { ms: 61_300 },
      },
      rules: [
        { from: "starting", on: "session opens", to: "running", sets: { screen: "东墙 map" }, row: "R-294" },
        {
          from: "starting",
          on: "session is refused",
          to: "refused",
          sets: { refusal: "屏幕已停用，请联系运维" },
          row: "屏幕已停用，请联系运维",
        },
        { from: "starting", on: "page is of another origin", to: "foreign" },
        {
          from: "starting",
          on: ["server is down", "proxy says 401", "proxy says 403", "answer is malformed"],
          to: "waiting",
          row: "reconnects for ever",
        },
        {
          from: "starting",
          on: "link is opened",
          to: "starting",
          does: ["aborts session", "opens the session"],
        },
        {
          from: ["waiting", "refused", "foreign", "running"],
          on: "link is opened",
          to: "starting",
          does: ["opens the session"],
          row: "a new link is opened in the same window",
        },
        {
          from: ["waiting", "refused", "foreign"],
          on: "after",
          to: "starting",
          does: ["opens the session"],
          row: "reconnects for ever",
        },
        { from: "running", on: "screen is refused", to: "waiting", row: "屏幕已停用，请联系运维" },
      ],
    },
    data: {
      initial: "none",
      states: { none: ["dataNone"], fresh: ["dataFresh"], stale: ["dataStale"], lost: ["dataLost"] },
      timers: {
        none: { ms: 15_000, row: "数据已中断" },
        fresh: { ms: 15_000, row: "数据已中断" },
        stale: { ms: 45_000, row: "最后已知" },
      },
      rules: [
        { on: "data arrive", to: "fresh", sets: (_, now) => ({ dataAt: now }), row: "R-294" },
        { from: ["none", "fresh"], on: "after", to: "stale", row: "数据已中断" },
        { from: "stale", on: "after", to: "lost", row: "最后已知" },
      ],
    },
    show: {
      initial: "touring",
      states: { touring: ["touring"], focused: ["focused"] },
      // All screens of one wall go on at the same moment to the same stop.
      timers: { touring: { ms: (_, now) => 19_300 - (now % 19_300), row: "tour" } },
      rules: [
        tourRule("tour of 7 and 8", "7 8"),
        tourRule("tour of 8", "8"),
        tourRule("empty tour", ""),
        {
          on: ["P1 of 7 since 1 s", "P1 of 7 since 90 s", "P1 of 7 acknowledged"],
          to: "focused",
          row: "P1 takes the focus",
        },
        { from: "focused", on: "no P1", to: "touring", row: "P1 takes the focus" },
        {
          from: "touring",
          on: "after",
          to: "touring",
          sets: ({ tour }, now) => ({ stop: Math.floor(now / 19_300) % Math.max(1, tour.split(" ").length) }),
          row: "tour",
        },
      ],
    },
    acknowledgement: {
      initial: "none",
      states: { none: [], waiting: [], overdue: ["strip"] },
      timers: {
        waiting: {
          ms: ({ p1Since }, now) => Math.max(0, (p1Since ?? 0) + 60_000 - now),
          row: "P1 unacknowledged 60 s",
        },
      },
      rules: [
        {
          on: "P1 of 7 since 1 s",
          to: "waiting",
          sets: (_, now) => ({ p1Tasks: "7", p1Since: now - 1_000 }),
        },
        {
          on: "P1 of 7 since 90 s",
          to: "overdue",
          row: "P1 unacknowledged 60 s",
          sets: (_, now) => ({ p1Tasks: "7", p1Since: now - 90_000 }),
        },
        { on: "P1 of 7 acknowledged", to: "none", sets: { p1Tasks: "7", p1Since: null } },
        { on: "no P1", to: "none", sets: { p1Tasks: "", p1Since: null } },
        { from: "waiting", on: "after", to: "overdue", row: "P1 unacknowledged 60 s" },
      ],
    },
  },
});
