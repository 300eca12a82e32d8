import { defineExpectation, type Rule } from "../createReference.ts";

/** Observed values of the alarms. */
interface AlarmsObserved {
  readonly [part: string]: unknown;
  readonly alarms: readonly string[] | null;
  readonly arrived: readonly string[];
  readonly isCurrent: boolean;
  readonly loadedAt: number | null;
  readonly error: string | null;
  readonly link: "unknown" | "up" | "down";
  readonly since: number | null;
  readonly outage: "none" | "lost" | "acknowledged";
  readonly selected: string | null;
  readonly opened: string | null;
  readonly news: string | null;
  readonly queue: readonly string[];
  readonly failures: readonly string[];
  readonly soundError: string | null;
}

type Seen = AlarmsObserved;
type AlarmRule = Rule<Seen>;

/** What a message brings. Versions: raised 1, acknowledged 2, over 3. */
const messages: Readonly<Record<string, string>> = {
  "a is raised": "p1 a active v1",
  "b is raised": "p2 b active v1",
  "c is raised": "p3 c active v1",
  "a is acknowledged elsewhere": "p1 a acknowledged v2",
  "a is over": "p1 a gone v3",
};

const getId = (alarm: string) => alarm.slice(3, 4);
const has = (list: readonly string[] | null, alarm: string) => list?.includes(alarm) ?? false;

/** The list with one more message: an older version changes nothing, an alarm that is over leaves. */
function add(list: readonly string[], alarm: string): readonly string[] {
  const old = list.find((other) => getId(other) === getId(alarm));
  if (old !== undefined && old.slice(-1) > alarm.slice(-1)) return list;
  const rest = list.filter((other) => other !== old);
  // Priorities and ids of these alarms sort alike.
  return alarm.includes("gone") ? rest : [...rest, alarm].sort();
}

/** Sets the list; an active alarm that was not there before is new, and opened where none is and it is P1 or P2. */
function show(seen: Seen, alarms: readonly string[]): Partial<Seen> {
  const fresh = alarms.filter((alarm) => alarm.includes("active") && !has(seen.alarms, alarm));
  const news = seen.alarms === null ? undefined : fresh[0];
  const selected = seen.selected ?? (news !== undefined && !news.startsWith("p3") ? getId(news) : null);
  return {
    alarms,
    news: news?.slice(0, 2) ?? null,
    selected,
    opened: alarms.find((alarm) => getId(alarm) === selected) ?? seen.opened,
  };
}

const receive = (seen: Seen, alarm: string): Partial<Seen> => ({
  ...(seen.alarms ? show(seen, add(seen.alarms, alarm)) : {}),
  // An alarm that is over stays open as it was last.
  ...(seen.alarms && alarm.includes("gone") && seen.selected === getId(alarm) ? { opened: alarm } : {}),
  arrived: [...seen.arrived, alarm],
});

/** What a load read; messages since its begin are newer, or say that an alarm is over. */
const load = (seen: Seen, loaded: readonly string[], now: number): Partial<Seen> => {
  const gone = seen.arrived.includes("p1 a gone v3");
  let list = loaded;
  for (const alarm of seen.arrived) if (!(gone && getId(alarm) === "a")) list = add(list, alarm);
  if (gone) list = list.filter((alarm) => getId(alarm) !== "a");
  return {
    ...show(seen, list),
    isCurrent: seen.link !== "down",
    loadedAt: now,
    error: null,
  };
};

/** P1 repeats until it is acknowledged; while the line is lost, the outage alone does. */
const isUrgent = ({ alarms, outage }: Pick<Seen, "alarms" | "outage">) =>
  outage === "none" ? has(alarms, "p1 a active v1") : outage === "lost";

const anyList = ["loading", "loaded.ready", "loaded.stale", "failed"];
const abort = (at: string) => (at === "loading" ? ["aborts load"] : []);
const reload = (on: string, sets: AlarmRule["sets"]): AlarmRule[] =>
  anyList.map((from) => ({
    from,
    on,
    to: "loading",
    sets: (seen, now) => ({ ...(typeof sets === "function" ? sets(seen, now) : sets), arrived: [] }),
    does: [...abort(from), "loads"],
  }));

const loads: Readonly<Record<string, readonly string[]>> = {
  "no alarms are loaded": [],
  "a and b are loaded": ["p1 a active v1", "p2 b active v1"],
};

/** Acts, and which alarms have to be there. */
const isQueued = ({ queue }: Seen, act: RegExp) => queue.some((queued) => act.test(queued));
const canAck = (seen: Seen, id: string) =>
  (seen.alarms?.some((alarm) => getId(alarm) === id && alarm.includes("active")) ?? false) &&
  !isQueued(seen, new RegExp(`^acknowledge.* ${id}`));
const isThere = ({ alarms }: Seen, id: string) => alarms?.some((alarm) => getId(alarm) === id) ?? false;
const getVersion = ({ alarms }: Seen, id: string) =>
  alarms?.find((alarm) => getId(alarm) === id)?.slice(-1) ?? "null";

/** The text of what an event sends; null where it sends nothing. */
const wanted: Readonly<Record<string, (seen: Seen) => string | null>> = {
  "acknowledge a": (seen) => (canAck(seen, "a") ? "acknowledge a" : null),
  "acknowledge b and a": (seen) => {
    const ids = ["a", "b"].filter((id) => canAck(seen, id));
    return ids.length > 0 ? `acknowledge ${ids.join(" ")}` : null;
  },
  "acknowledge all P2": (seen) => (canAck(seen, "b") ? "acknowledge b" : null),
  "shelve b": (seen) =>
    isThere(seen, "b") && !isQueued(seen, /^shelve b/) ? "shelve b for 10 min: 演练" : null,
  "close a": (seen) => (isThere(seen, "a") && !isQueued(seen, /^close a/) ? "close a as falseAlarm: " : null),
};

const send = (seen: Seen): readonly string[] => {
  const [act] = seen.queue;
  if (act === undefined) return [];
  const version = act.startsWith("shelve")
    ? getVersion(seen, "b")
    : act.startsWith("close")
      ? getVersion(seen, "a")
      : "null";
  return [`sends r: ${act}, version ${version}`];
};

/** A new attempt forgets the failure of the one before; both may be of several alarms. */
const isRetried = (failure: string, act: string) => {
  const [failed = ""] = failure.split(": 告警已结束");
  if (!act.startsWith("acknowledge")) return failed === act;
  const ids = act.split(" ").slice(1);
  return (
    failed.startsWith("acknowledge") &&
    failed
      .split(" ")
      .slice(1)
      .every((id) => ids.includes(id))
  );
};
const enqueue = (seen: Seen, act: string): Partial<Seen> => ({
  queue: [...seen.queue, act],
  failures: seen.failures.filter((failure) => !isRetried(failure, act)),
});
const withoutFirst = (queue: readonly string[]) => queue.slice(1);
const next = ({ queue }: Seen) => (queue.length > 0 ? "acting" : "idle");

/** Of an alarm that a message has removed meanwhile, an answer says nothing. */
const answer = (seen: Seen): Partial<Seen> =>
  isThere(seen, "a")
    ? {
        ...show(seen, add(seen.alarms ?? [], "p1 a acknowledged v2")),
        arrived: [...seen.arrived, "p1 a acknowledged v2"],
      }
    : show(seen, seen.alarms ?? []);

/** Events that may change whether P1 sounds, and the list after them. */
const after: Readonly<Record<string, (seen: Seen) => Seen>> = {
  ...Object.fromEntries(
    Object.entries(messages).map(([on, alarm]) => [
      on,
      (seen: Seen): Seen => ({ ...seen, ...receive(seen, alarm) }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(loads).map(([on, loaded]) => [
      on,
      (seen: Seen): Seen => ({
        ...seen,
        ...load(seen, loaded, 0),
        outage: seen.link === "down" ? seen.outage : "none",
      }),
    ]),
  ),
  "act answers that a is acknowledged": (seen) => ({ ...seen, ...answer(seen) }),
  "after line": (seen) => ({ ...seen, outage: "lost" }),
  "the outage is acknowledged": (seen) =>
    seen.outage === "none" ? seen : { ...seen, outage: "acknowledged" },
};

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
    selected: null,
    opened: null,
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
        ...reload("connection comes up", { link: "up", since: null, isCurrent: false }),
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
            row: "open alarms by snapshot, then by messages",
          }),
        ),
        {
          from: "loading",
          on: "load fails",
          to: "failed",
          sets: { error: "offline 连接中断" },
        },
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
            row: "an acknowledgement is seen by everybody",
          }),
        ),
        ...["a", "b"].map(
          (id): AlarmRule => ({
            on: `${id} is chosen`,
            if: ({ selected }) => selected !== id,
            sets: ({ alarms }) => ({
              selected: id,
              opened: alarms?.find((alarm) => getId(alarm) === id) ?? null,
            }),
          }),
        ),
        { on: "the alarm is left", sets: { selected: null, opened: null } },
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
        {
          from: ["lost", "restored"],
          on: "the outage is acknowledged",
          sets: { outage: "acknowledged" },
        },
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
          if: ({ failures }) => failures.length > 0,
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
            row: "P1 sounds until it is acknowledged",
          }),
        ),
        ...["b is raised", "c is raised"].map(
          (on): AlarmRule => ({
            from: "on.quiet",
            on,
            if: (seen) => (after[on]?.(seen) ?? seen).news !== null,
            // `news` has been set by the list's rule.
            does: ({ news }) => [`plays ${news}`],
            row: "P2 and P3 sound once",
          }),
        ),
      ],
    },
  },
});
