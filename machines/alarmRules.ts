import {
  type AlarmAct,
  type AlarmFloodLike,
  type AlarmLike,
  type AlarmsContext,
  alarmPriorities,
  type WantedAct,
} from "./alarmsPort.ts";

const rankPriority = ({ priority }: Pick<AlarmLike, "priority">) => alarmPriorities.indexOf(priority);

/** Shelved alarms come after those that ask for something, and consequences of others at the end. */
const rankState = ({ state }: Pick<AlarmLike, "state">) =>
  state === "suppressed" ? 2 : state === "shelved" ? 1 : 0;

/** Most urgent first, then newest first. */
export const sortAlarms = <Alarm extends AlarmLike>(alarms: readonly Alarm[]): readonly Alarm[] =>
  [...alarms].sort(
    (a, b) =>
      rankState(a) - rankState(b) ||
      rankPriority(a) - rankPriority(b) ||
      b.raisedAt.localeCompare(a.raisedAt) ||
      a.id.localeCompare(b.id),
  );

/** Adds what is new, replaces what is newer, removes what is over, and sorts. */
export function mergeAlarms<Alarm extends AlarmLike>(
  alarms: readonly Alarm[],
  changed: readonly Alarm[],
): readonly Alarm[] {
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  for (const alarm of changed)
    if ((byId.get(alarm.id)?.version ?? 0) <= alarm.version) byId.set(alarm.id, alarm);
  return sortAlarms([...byId.values()].filter(({ state }) => state !== "gone"));
}

/** Whether it waits for somebody to acknowledge it. */
export const isUnacknowledged = ({ state }: Pick<AlarmLike, "state">): boolean =>
  state === "active" || state === "cleared";

/** Whether it is neither shelved nor a consequence of another. */
export const isAsking = ({ state }: Pick<AlarmLike, "state">): boolean =>
  state !== "shelved" && state !== "suppressed";

/** Whether the list has a row for it: a flood folds alarms of low priority into counts. */
export const isShown = (
  { kind, priority }: Pick<AlarmLike, "kind" | "priority">,
  { isActive, folded }: AlarmFloodLike,
): boolean => !(isActive && folded.some((fold) => fold.kind === kind && fold.priority === priority));

/** The most urgent of the alarms that are new, active again or more urgent than before; null for none. */
export function findNewAlarm<Alarm extends AlarmLike>(
  known: readonly Alarm[],
  next: readonly Alarm[],
): Alarm | null {
  const before = new Map(known.map((alarm) => [alarm.id, alarm]));
  const isNew = (alarm: Alarm) => {
    const old = before.get(alarm.id);
    return !old || old.state !== "active" || rankPriority(alarm) < rankPriority(old);
  };
  return next.find((alarm) => alarm.state === "active" && isNew(alarm)) ?? null;
}

type AlarmList<Alarm> = Pick<AlarmsContext<Alarm>, "alarms" | "selected" | "opened" | "news">;

/**
 * The next list, with the selection in it. An urgent new alarm is opened where no other is.
 * @param changed also has those that are over
 */
export function showAlarms<Alarm extends AlarmLike>(
  { alarms, selected, opened }: AlarmList<Alarm>,
  next: readonly Alarm[],
  changed: readonly Alarm[] = [],
): AlarmList<Alarm> {
  // What is open when the page is opened is not new.
  const news = alarms && findNewAlarm(alarms, next);
  const isUrgentNews = news !== null && (news.priority === "p1" || news.priority === "p2");
  const shown = selected === null && isUrgentNews ? news.id : selected;
  return {
    alarms: next,
    selected: shown,
    opened: [...next, ...changed].find(({ id }) => id === shown) ?? opened,
    news: news?.priority ?? null,
  };
}

type ActContext = Pick<AlarmsContext<AlarmLike>, "alarms" | "queue" | "failures" | "flood">;

/** The act that would be sent now; null where it would change nothing or is under way already. */
export function toAct({ alarms, queue, flood }: ActContext, wanted: WantedAct): AlarmAct | null {
  if (wanted.type === "shelve" || wanted.type === "close") {
    const isPending = queue.some(({ act }) => act.type === wanted.type && act.id === wanted.id);
    return !isPending && alarms?.some(({ id }) => id === wanted.id) ? wanted : null;
  }
  const isWanted = (alarm: AlarmLike) =>
    wanted.type === "acknowledge"
      ? wanted.ids.includes(alarm.id)
      : alarm.priority === wanted.priority && isShown(alarm, flood);
  const isPending = ({ id }: AlarmLike) =>
    queue.some(({ act }) => act.type === "acknowledge" && act.ids.includes(id));
  const ids = (alarms ?? [])
    .filter((alarm) => isWanted(alarm) && isUnacknowledged(alarm) && !isPending(alarm))
    .map(({ id }) => id);
  return ids.length > 0 ? { type: "acknowledge", ids } : null;
}

/** Whether both do the same to the same alarms. */
const isSameAct = (a: AlarmAct, b: AlarmAct): boolean =>
  a.type === "acknowledge"
    ? b.type === "acknowledge" && a.ids.every((id) => b.ids.includes(id))
    : b.type === a.type && b.id === a.id;

/** A new attempt takes the place of the failed ones of its kind. */
export function enqueueAct(
  context: ActContext,
  wanted: WantedAct,
  requestId: string,
): Pick<ActContext, "queue" | "failures"> {
  const { queue, failures } = context;
  const act = toAct(context, wanted);
  if (!act) return { queue, failures };
  return {
    queue: [...queue, { act, requestId }],
    failures: failures.filter(({ requested }) => !isSameAct(requested.act, act)),
  };
}

/** Version of the alarm to shelve or close as the list has it now: an act before may have changed it. */
export const findVersion = (act: AlarmAct | undefined, alarms: readonly AlarmLike[] | null): number | null =>
  act === undefined || act.type === "acknowledge"
    ? null
    : (alarms?.find(({ id }) => id === act.id)?.version ?? null);

/** Whether a sound repeats: the platform's line is down, or an alarm of the first priority waits. */
export const isUrgent = ({ alarms, outage }: Pick<AlarmsContext<AlarmLike>, "alarms" | "outage">): boolean =>
  outage === "none"
    ? (alarms?.some((alarm) => alarm.priority === "p1" && isUnacknowledged(alarm)) ?? false)
    : outage === "lost";
