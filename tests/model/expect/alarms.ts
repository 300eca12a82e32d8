import { defineExpectation } from "../createReference.ts";
import {
  type AlarmRule,
  type AlarmsObserved,
  after,
  answer,
  anyList,
  choose,
  enqueue,
  isChoice,
  isOver,
  isUntold,
  isUrgent,
  load,
  loads,
  messages,
  next,
  none,
  receive,
  release,
  reload,
  send,
  show,
  wanted,
  withoutFirst,
} from "./alarmsObserved.ts";

/** A P1 that is new, for whoever looks at another window. */
const notifies = ({ news }: AlarmsObserved) => (news === "p1" ? ["notifies a"] : []);

/** Events after which what is shown may be over, and after which it may not be so any more. */
const endings = ["a is over", "no alarms are loaded"];
const beginnings = [
  "a is raised",
  "b is raised",
  "a is acknowledged elsewhere",
  "a and b are loaded",
  "b is chosen",
  "the alarm is left",
  "the card is unpinned",
];
const isOverAfter = (on: string, seen: AlarmsObserved) => isOver(after[on]?.(seen) ?? seen);

export const alarmsExpectation = defineExpectation<AlarmsObserved>({
  seen: () => ({
    alarms: null,
    arrived: [],
    isCurrent: false,
    loadedAt: null,
    error: null,
    link: "unknown",
    since: null,
    outage: "none",
    ...none,
    knownTo: null,
    toldTo: null,
    news: null,
    queue: [],
    failures: [],
    soundError: null,
  }),
  start: ["loads"],
  regions: {
    list: {
      initial: "loading",
      states: {
        loading: ["loading"],
        "loaded.ready": ["ready"],
        "loaded.stale": ["stale"],
        failed: ["failed"],
      },
      timers: {
        "loaded.ready": { ms: 60_000, row: "a missed message is made up for" },
        "loaded.stale": { ms: 5_000, row: "polling while disconnected" },
        failed: { ms: ({ error }) => (error?.startsWith("unavailable") ? 9_000 : 5_000) },
      },
      rules: [
        ...reload("connection comes up", { link: "up", since: null, isCurrent: false, toldTo: null }),
        ...reload("connection goes down 4 s ago", ({ since }, now) => ({
          link: "down",
          since: since ?? now - 4_000,
          isCurrent: false,
        })),
        ...reload("reload", {}),
        ...anyList.slice(1).map(
          (from): AlarmRule => ({
            from,
            on: "after",
            to: "loading",
            sets: { arrived: [] },
            does: ["loads"],
          }),
        ),
        ...Object.entries(loads).map(
          ([on, loaded]): AlarmRule => ({
            from: "loading",
            on,
            to: ({ link }) => (link === "down" ? "loaded.stale" : "loaded.ready"),
            sets: (seen, now) => load(seen, loaded, now),
            does: notifies,
            row: "open alarms by snapshot, then by messages",
          }),
        ),
        { from: "loading", on: "load fails", to: "failed", sets: { error: "offline 连接中断" } },
        {
          from: "loading",
          on: "load fails for 9 s",
          to: "failed",
          sets: { error: "unavailable 数据库暂时不可用" },
        },
        ...Object.entries(messages).map(
          ([on, alarm]): AlarmRule => ({
            on,
            sets: (seen) => receive(seen, alarm),
            does: notifies,
            row: "an acknowledgement is seen by everybody",
          }),
        ),
        ...["a", "b"].map(
          (id): AlarmRule => ({
            on: `${id} is chosen`,
            if: (seen) => isChoice(seen, id),
            sets: (seen) => choose(seen, id),
          }),
        ),
        {
          on: "the alarm is left",
          if: ({ selected }) => selected !== null,
          sets: { ...none, dismissed: true },
        },
        { on: "the card is unpinned", if: ({ pinned }) => pinned, sets: release },
        {
          on: "the card is folded",
          if: ({ selected, folded }) => selected !== null && !folded,
          sets: { folded: true },
        },
        { on: "the card is unfolded", if: ({ folded }) => folded, sets: { folded: false } },
      ],
    },
    line: {
      initial: "up",
      states: { up: [], down: [], lost: ["platformLost"], restored: ["platformLost"] },
      timers: {
        down: {
          ms: ({ since }, now) => (since ?? now) + 15_000 - now,
          row: "平台连接中断 after 15 s, as one banner",
        },
      },
      rules: [
        { from: "up", on: "connection goes down 4 s ago", to: "down" },
        { from: "down", on: "connection comes up", to: "up" },
        { from: "down", on: "after", to: "lost", sets: { outage: "lost" } },
        { from: "lost", on: "connection comes up", to: "restored" },
        { from: "restored", on: "connection goes down 4 s ago", to: "lost" },
        {
          from: "restored",
          on: Object.keys(loads),
          to: "up",
          sets: { outage: "none" },
          row: "平台连接中断 ends with the snapshot",
        },
        { from: ["lost", "restored"], on: "the outage is acknowledged", sets: { outage: "acknowledged" } },
      ],
    },
    acts: {
      initial: "idle",
      states: { idle: [], acting: ["acting"] },
      rules: [
        ...Object.entries(wanted).flatMap(([on, getAct]): AlarmRule[] => [
          {
            from: "idle",
            on,
            if: (seen) => getAct(seen) !== null,
            to: "acting",
            sets: (seen) => enqueue(seen, getAct(seen) ?? ""),
            does: send,
          },
          {
            from: "acting",
            on,
            if: (seen) => getAct(seen) !== null,
            sets: (seen) => enqueue(seen, getAct(seen) ?? ""),
          },
        ]),
        {
          from: "acting",
          on: "act succeeds",
          to: next,
          sets: (seen) => ({ ...show(seen, seen.alarms ?? []), queue: withoutFirst(seen.queue) }),
          does: send,
        },
        {
          from: "acting",
          on: "act answers that a is acknowledged",
          to: next,
          sets: (seen) => ({ ...answer(seen), queue: withoutFirst(seen.queue) }),
          does: send,
        },
        {
          from: "acting",
          on: "act is refused",
          to: next,
          sets: ({ queue, failures }) => ({
            queue: withoutFirst(queue),
            failures: [...failures, `${queue[0]}: 告警已结束`],
          }),
          does: send,
        },
        {
          from: "idle",
          on: "retry",
          if: ({ failures, link }) => failures.length > 0 && link !== "down",
          to: "acting",
          sets: ({ failures }) => ({
            queue: failures.map((failure) => failure.replace(/: 告警已结束$/, "")),
            failures: [],
          }),
          does: send,
        },
        {
          from: "acting",
          on: "retry",
          if: ({ link }) => link !== "down",
          sets: ({ queue, failures }) => ({
            queue: [...queue, ...failures.map((failure) => failure.replace(/: 告警已结束$/, ""))],
            failures: [],
          }),
        },
        { on: "dismiss", sets: { failures: [] } },
      ],
    },
    sound: {
      initial: "locked",
      states: {
        locked: ["soundLocked"],
        unlocking: ["soundLocked"],
        "on.quiet": ["soundOn"],
        "on.repeating": ["soundOn"],
        off: ["soundOff"],
      },
      timers: { "on.repeating": { ms: 3_000, row: "P1 sounds until it is acknowledged" } },
      rules: [
        {
          from: "locked",
          on: "the sound is unlocked",
          to: "unlocking",
          sets: { soundError: null },
          does: ["unlocks the sound"],
        },
        {
          from: "unlocking",
          on: "the sound does not open",
          to: "locked",
          sets: { soundError: "没有声音设备" },
        },
        ...[
          ["unlocking", "the sound opens"],
          ["off", "the sound is unmuted"],
        ].map(
          ([from = "", on = ""]): AlarmRule => ({
            from,
            on,
            to: (seen) => (isUrgent(seen) ? "on.repeating" : "on.quiet"),
            does: (seen) => (isUrgent(seen) ? ["plays p1"] : []),
          }),
        ),
        { from: "on.*", on: "the sound is muted", to: "off" },
        { from: ["on.*", "off"], on: "the sound is lost", to: "locked" },
        { from: ["on.*", "off"], on: "the sound is tested", does: ["plays p2"] },
        { from: "on.repeating", on: "after", to: "on.repeating", does: ["plays p1"] },
        ...["a is raised", ...Object.keys(loads), "after line"].map(
          (on): AlarmRule => ({
            from: "on.quiet",
            on,
            if: (seen) => isUrgent(after[on]?.(seen) ?? seen),
            to: "on.repeating",
            does: ["plays p1"],
            row: "P1 sounds until it is acknowledged",
          }),
        ),
        ...[
          "a is acknowledged elsewhere",
          "a is over",
          ...Object.keys(loads),
          "act answers that a is acknowledged",
          "the outage is acknowledged",
        ].map(
          (on): AlarmRule => ({
            from: "on.repeating",
            on,
            if: (seen) => !isUrgent(after[on]?.(seen) ?? seen),
            to: "on.quiet",
            // After an outage the list may have what is new and less urgent.
            does: ({ news }) => (on in loads && news !== null ? [`plays ${news}`] : []),
            row: "P1 sounds until it is acknowledged",
          }),
        ),
        ...["a is raised", "b is raised", "c is raised", "a and b are loaded"].map(
          (on): AlarmRule => ({
            from: "on.quiet",
            on,
            // A P1 sounds once too where the outage is acknowledged, of which nothing repeats.
            if: (seen) => {
              const next = after[on]?.(seen) ?? seen;
              return next.news !== null && !isUrgent(next);
            },
            // `news` has been set by the list's rule.
            does: ({ news }) => [`plays ${news}`],
            row: "P2 and P3 sound once",
          }),
        ),
      ],
    },
    card: {
      initial: "current",
      states: { current: [], over: [], released: [] },
      timers: { over: { ms: 4_000, row: "what has ended gives way within 5 s" } },
      rules: [
        ...endings.map(
          (on): AlarmRule => ({ from: "current", on, if: (seen) => isOverAfter(on, seen), to: "over" }),
        ),
        ...beginnings.map(
          (on): AlarmRule => ({
            from: ["over", "released"],
            on,
            if: (seen) => !isOverAfter(on, seen),
            to: "current",
          }),
        ),
        {
          from: "over",
          on: "after",
          to: (seen) => (isOver(seen) ? "released" : "current"),
          sets: release,
          row: "what has ended gives way within 5 s",
        },
      ],
    },
    attention: {
      initial: "idle",
      states: { idle: [], told: [] },
      timers: { told: { ms: 4_000 } },
      rules: [
        {
          from: "idle",
          on: ["somebody is there", "after sound"],
          if: isUntold,
          to: "told",
          sets: ({ knownTo }) => ({ toldTo: knownTo }),
          does: ({ knownTo }) => [`reports ${knownTo}`],
          row: "a console attends to a P1 only if it says so",
        },
        { from: "told", on: "after", to: "idle" },
      ],
    },
  },
});
