import type { Rule } from "../createReference.ts";

/** Observed values of the alarms. */
export interface AlarmsObserved {
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
  readonly openedAs: string | null;
  readonly pinned: boolean;
  readonly dismissed: boolean;
  readonly folded: boolean;
  readonly knownTo: string | null;
  readonly toldTo: string | null;
  readonly news: string | null;
  readonly queue: readonly string[];
  readonly failures: readonly string[];
  readonly soundError: string | null;
}

type Seen = AlarmsObserved;
export type AlarmRule = Rule<Seen>;

/** What a message brings. Versions: raised 1, acknowledged 2, over 3. */
export const messages: Readonly<Record<string, string>> = {
  "a is raised": "p1 a active v1",
  "b is raised": "p2 b active v1",
  "c is raised": "p3 c active v1",
  "a is acknowledged elsewhere": "p1 a acknowledged v2",
  "a is over": "p1 a gone v3",
};

export const getId = (alarm: string) => alarm.slice(3, 4);
export const has = (list: readonly string[] | null, alarm: string) => list?.includes(alarm) ?? false;

/** The list with one more message: an older version changes nothing, an alarm that is over leaves. */
function add(list: readonly string[], alarm: string): readonly string[] {
  const old = list.find((other) => getId(other) === getId(alarm));
  if (old !== undefined && old.slice(-1) > alarm.slice(-1)) return list;
  const rest = list.filter((other) => other !== old);
  // Priorities and ids of these alarms sort alike.
  return alarm.includes("gone") ? rest : [...rest, alarm].sort();
}

export const none = {
  selected: null,
  opened: null,
  openedAs: null,
  pinned: false,
  dismissed: false,
  folded: false,
} as const;

/** The first alarm that waits; P3 is no reason to show one. */
const findUrgent = (alarms: readonly string[]) =>
  alarms.find((alarm) => alarm === "p1 a active v1") ?? alarms.find((alarm) => alarm === "p2 b active v1");

const openCard = (alarm: string, folded: boolean) => ({
  selected: getId(alarm),
  opened: alarm,
  openedAs: "active",
  pinned: false,
  dismissed: false,
  folded,
});

/** The card: what the user has chosen, or else the most urgent that waits. */
function chooseCard(seen: Seen, alarms: readonly string[], news: string | undefined): Partial<Seen> {
  const { selected, pinned, folded } = seen;
  const urgent = findUrgent(alarms);
  if (selected === null) {
    const reopens = news !== undefined && !news.startsWith("p3");
    return urgent !== undefined && (!seen.dismissed || reopens) ? openCard(urgent, folded) : {};
  }
  const own = alarms.find((alarm) => getId(alarm) === selected);
  const isKept = own !== undefined && own.includes("active") && (urgent === undefined || own <= urgent);
  if (pinned || urgent === undefined || isKept) return { opened: own ?? seen.opened };
  return openCard(urgent, folded);
}

/** Sets the list and the card; an active alarm that was not there before is new. */
export function show(seen: Seen, alarms: readonly string[]): Partial<Seen> {
  const fresh = alarms.filter((alarm) => alarm.includes("active") && !has(seen.alarms, alarm));
  const news = seen.alarms === null ? undefined : fresh[0];
  return { alarms, news: news?.slice(0, 2) ?? null, ...chooseCard(seen, alarms, news) };
}

/** Whether the user can choose it: what is over gives way and is not held. */
export const isChoice = ({ alarms, selected, pinned }: Seen, id: string): boolean =>
  (selected !== id || !pinned) && (alarms ?? []).some((alarm) => getId(alarm) === id);

/** The user's choice. */
export const choose = (seen: Seen, id: string): Partial<Seen> => {
  if (!isChoice(seen, id)) return {};
  const opened = seen.alarms?.find((alarm) => getId(alarm) === id) ?? null;
  return { ...none, selected: id, opened, openedAs: opened?.split(" ")[2] ?? null, pinned: true };
};

/** Without its pin the card follows the most urgent again. */
export const release = (seen: Seen): Partial<Seen> => ({
  pinned: false,
  ...chooseCard({ ...seen, pinned: false }, seen.alarms ?? [], undefined),
});

/** What is shown is no longer in the list. */
export const isOver = ({ selected, alarms }: Pick<Seen, "selected" | "alarms">) =>
  selected !== null && alarms !== null && !alarms.some((alarm) => getId(alarm) === selected);

/** The server's times of messages and lists. */
const times: Readonly<Record<string, string>> = {
  "p1 a active v1": "2026-11-25T08:00:02.000Z",
  "p2 b active v1": "2026-11-25T08:00:01.000Z",
  "p3 c active v1": "2026-11-25T08:00:03.000Z",
  "p1 a acknowledged v2": "2026-11-25T08:00:04.000Z",
  "p1 a gone v3": "2026-11-25T08:00:05.000Z",
};
const loadedTime = "2026-11-25T08:00:02.500Z";
const later = (known: string | null, at: string) => (known !== null && known > at ? known : at);

/** A P1 waits that the server does not know to be heard or seen. */
export const isUntold = ({ alarms, link, knownTo, toldTo }: Seen) =>
  link === "up" && has(alarms, "p1 a active v1") && knownTo !== toldTo;

export const receive = (seen: Seen, alarm: string): Partial<Seen> => ({
  ...(seen.alarms ? showChanged(seen, alarm) : {}),
  arrived: [...seen.arrived, alarm],
  knownTo: later(seen.knownTo, times[alarm] ?? ""),
});

/** An alarm that is over stays open as it was last, where nothing takes its place. */
function showChanged(seen: Seen, alarm: string): Partial<Seen> {
  const shown = show(seen, add(seen.alarms ?? [], alarm));
  const stays = (shown.selected ?? seen.selected) === getId(alarm);
  return alarm.includes("gone") && stays ? { ...shown, opened: alarm } : shown;
}

/** What a load read; messages since its begin are newer, or say that an alarm is over. */
export const load = (seen: Seen, loaded: readonly string[], now: number): Partial<Seen> => {
  const gone = seen.arrived.includes("p1 a gone v3");
  let list = loaded;
  for (const alarm of seen.arrived) if (!(gone && getId(alarm) === "a")) list = add(list, alarm);
  if (gone) list = list.filter((alarm) => getId(alarm) !== "a");
  return {
    ...show(seen, list),
    knownTo: later(seen.knownTo, loadedTime),
    isCurrent: seen.link !== "down",
    loadedAt: now,
    error: null,
  };
};

/** P1 repeats until it is acknowledged; while the line is lost, the outage alone does. */
export const isUrgent = ({ alarms, outage }: Pick<Seen, "alarms" | "outage">) =>
  outage === "none" ? has(alarms, "p1 a active v1") : outage === "lost";

export const anyList = ["loading", "loaded.ready", "loaded.stale", "failed"];
const abort = (at: string) => (at === "loading" ? ["aborts load"] : []);
export const reload = (on: string, sets: AlarmRule["sets"]): AlarmRule[] =>
  anyList.map((from) => ({
    from,
    on,
    to: "loading",
    sets: (seen, now) => ({ ...(typeof sets === "function" ? sets(seen, now) : sets), arrived: [] }),
    does: [...abort(from), "loads"],
  }));

export const loads: Readonly<Record<string, readonly string[]>> = {
  "no alarms are loaded": [],
  "a and b are loaded": ["p1 a active v1", "p2 b active v1"],
};

/** Acts, and which alarms have to be there. */
const isQueued = ({ queue }: Seen, act: RegExp) => queue.some((queued) => act.test(queued));
const canAck = (seen: Seen, id: string) =>
  // Nobody knows then what there is to acknowledge.
  seen.link !== "down" &&
  (seen.alarms?.some((alarm) => getId(alarm) === id && alarm.includes("active")) ?? false) &&
  !isQueued(seen, new RegExp(`^acknowledge.* ${id}`));
const isThere = ({ alarms }: Seen, id: string) => alarms?.some((alarm) => getId(alarm) === id) ?? false;
const getVersion = ({ alarms }: Seen, id: string) =>
  alarms?.find((alarm) => getId(alarm) === id)?.slice(-1) ?? "null";

/** The text of what an event sends; null where it sends nothing. */
export const wanted: Readonly<Record<string, (seen: Seen) => string | null>> = {
  "acknowledge a": (seen) => (canAck(seen, "a") ? "acknowledge a" : null),
  "acknowledge b and a": (seen) => {
    const ids = ["a", "b"].filter((id) => canAck(seen, id));
    return ids.length > 0 ? `acknowledge ${ids.join(" ")}` : null;
  },
  "shelve b": (seen) =>
    isThere(seen, "b") && !isQueued(seen, /^shelve b/) ? "shelve b for 10 min: 演练" : null,
  "close a": (seen) => (isThere(seen, "a") && !isQueued(seen, /^close a/) ? "close a as falseAlarm: " : null),
};

export const send = (seen: Seen): readonly string[] => {
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
export const enqueue = (seen: Seen, act: string): Partial<Seen> => ({
  queue: [...seen.queue, act],
  failures: seen.failures.filter((failure) => !isRetried(failure, act)),
});
export const withoutFirst = (queue: readonly string[]) => queue.slice(1);
export const next = ({ queue }: Seen) => (queue.length > 0 ? "acting" : "idle");

/** Of an alarm that a message has removed meanwhile, an answer says nothing. */
export const answer = (seen: Seen): Partial<Seen> =>
  isThere(seen, "a")
    ? {
        ...show(seen, add(seen.alarms ?? [], "p1 a acknowledged v2")),
        arrived: [...seen.arrived, "p1 a acknowledged v2"],
      }
    : show(seen, seen.alarms ?? []);

/** Events that may change whether P1 sounds, and the list after them. */
export const after: Readonly<Record<string, (seen: Seen) => Seen>> = {
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
  "a is chosen": (seen) => ({ ...seen, ...choose(seen, "a") }),
  "b is chosen": (seen) => ({ ...seen, ...choose(seen, "b") }),
  "the alarm is left": (seen) => ({ ...seen, ...none }),
  "the card is unpinned": (seen) => (seen.pinned ? { ...seen, ...release(seen) } : seen),
  "after line": (seen) => ({ ...seen, outage: "lost" }),
  "the outage is acknowledged": (seen) =>
    seen.outage === "none" ? seen : { ...seen, outage: "acknowledged" },
};
