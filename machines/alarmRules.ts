import {
  type AlarmAct,
  type AlarmBatch,
  type AlarmCut,
  type AlarmFloodLike,
  type AlarmLike,
  type AlarmList,
  type AlarmsContext,
  alarmPriorities,
} from "./alarmsPort.ts";
import { quietStates, waitingStates } from "./status/alarm.ts";

const rankPriority = ({ priority }: Pick<AlarmLike, "priority">) => alarmPriorities.indexOf(priority);

/** Shelved alarms come after those that ask for something, and consequences of others at the end. */
const rankState = ({ state }: Pick<AlarmLike, "state">) =>
  state === "suppressed" ? 2 : state === "shelved" ? 1 : 0;

/** Most urgent first, of these the ones that nobody has acknowledged, what holds before what is over, then newest first. */
export const sortAlarms = <Alarm extends AlarmLike>(alarms: readonly Alarm[]): readonly Alarm[] =>
  [...alarms].sort(
    (a, b) =>
      rankState(a) - rankState(b) ||
      rankPriority(a) - rankPriority(b) ||
      Number(isUnacknowledged(b)) - Number(isUnacknowledged(a)) ||
      Number(isEnded(a)) - Number(isEnded(b)) ||
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

/** All alarms, sorted, also those that the user's desk does not watch; null before the first load. */
export const getAllAlarms = <Alarm extends AlarmLike>({
  alarms,
  others,
}: Pick<AlarmsContext<Alarm>, "alarms" | "others">): readonly Alarm[] | null =>
  alarms && others.length > 0 ? sortAlarms([...alarms, ...others]) : alarms;

/** The context of somebody who watches everything: with the alarms that the user's desk does not watch. */
export const withOthers = <Alarm extends AlarmLike>(context: AlarmsContext<Alarm>): AlarmsContext<Alarm> => ({
  ...context,
  alarms: getAllAlarms(context),
  flood: context.allFlood,
});

/** The flood of what the user watches. */
export const getOwnFlood = (
  desk: AlarmsContext<AlarmLike>["desk"],
  { flood, desks }: Pick<AlarmBatch<AlarmLike>, "flood" | "desks">,
): AlarmFloodLike =>
  desk === null || desk.scope.by === "all"
    ? flood
    : (desks.find(({ shiftId }) => shiftId === desk.shiftId)?.flood ?? { isActive: false, folded: [] });

/** Whether its cause is over while it still waits for its acknowledgement. */
export const isEnded = ({ state }: Pick<AlarmLike, "state">): boolean => state === "cleared";

/** Whether it waits for somebody to acknowledge it. */
export const isUnacknowledged = ({ state }: Pick<AlarmLike, "state">): boolean =>
  waitingStates.includes(state);

/** Whether it is of the priorities that somebody has to see at once. */
export const isUrgentPriority = ({ priority }: Pick<AlarmLike, "priority">): boolean =>
  priority === "p1" || priority === "p2";

/** Whether it is of the first priority and waits for somebody to acknowledge it. */
export const isWaitingP1 = (alarm: Pick<AlarmLike, "priority" | "state">): boolean =>
  alarm.priority === "p1" && isUnacknowledged(alarm);

/** Whether it is neither shelved nor a consequence of another. */
export const isAsking = ({ state }: Pick<AlarmLike, "state">): boolean => !quietStates.includes(state);

/** Whether the list has a row for it: a flood folds alarms of low priority into counts. */
export const isShown = (
  { kind, priority }: Pick<AlarmLike, "kind" | "priority">,
  { isActive, folded }: AlarmFloodLike,
): boolean => !(isActive && folded.some((fold) => fold.kind === kind && fold.priority === priority));

/** How many alarms of a priority a flood has folded. */
export const countFolded = ({ isActive, folded }: AlarmFloodLike, priority: AlarmLike["priority"]): number =>
  isActive ? folded.reduce((sum, fold) => (fold.priority === priority ? sum + fold.count : sum), 0) : 0;

/** How many ask for something, with those that the flood folds. */
export const countAsking = ({ alarms, flood }: Pick<AlarmsContext<AlarmLike>, "alarms" | "flood">): number =>
  (alarms ?? []).filter((alarm) => isAsking(alarm) && isShown(alarm, flood)).length +
  alarmPriorities.reduce((sum, priority) => sum + countFolded(flood, priority), 0);

/** Where an answer had no room for more, its alarms ended with this one. */
export const findCut = <Alarm extends AlarmLike>({ at, alarms, more }: AlarmList<Alarm>): AlarmCut | null => {
  const last = alarms.at(-1);
  return more > 0 && last ? { last, at } : null;
};

/** Whether an alarm that is not in the list may have been open already when that was cut: it has no place before the end. */
const mayBeLeftOut = ({ last, at }: AlarmCut, alarm: AlarmLike): boolean =>
  alarm.raisedAt <= at &&
  isUnacknowledged(last) &&
  (rankPriority(alarm) - rankPriority(last) || last.raisedAt.localeCompare(alarm.raisedAt)) >= 0;

/**
 * The most urgent of the alarms that are new, active again or more urgent than before; null for none.
 * @param cut of the list as it was known: what that had no room for is not new when it is told of again
 */
export function findNewAlarm<Alarm extends AlarmLike>(
  known: readonly Alarm[],
  next: readonly Alarm[],
  cut: AlarmCut | null,
): Alarm | null {
  const before = new Map(known.map((alarm) => [alarm.id, alarm]));
  const isNew = (alarm: Alarm) => {
    const old = before.get(alarm.id);
    if (!old) return !cut || !mayBeLeftOut(cut, alarm);
    return old.state !== "active" || rankPriority(alarm) < rankPriority(old);
  };
  return next.find((alarm) => alarm.state === "active" && isNew(alarm)) ?? null;
}

type ActContext = Pick<AlarmsContext<AlarmLike>, "alarms" | "queue" | "failures" | "link">;

/**
 * The act that would be sent now; null where it would change nothing or is under way already. While the line is down
 * nobody knows what there is to acknowledge.
 */
export function toAct({ alarms, queue, link }: ActContext, wanted: AlarmAct): AlarmAct | null {
  if (wanted.type !== "acknowledge") {
    const isPending = queue.some(({ act }) => act.type === wanted.type && act.id === wanted.id);
    return !isPending && alarms?.some(({ id }) => id === wanted.id) ? wanted : null;
  }
  if (link === "down") return null;
  const isPending = ({ id }: AlarmLike) =>
    queue.some(({ act }) => act.type === "acknowledge" && act.ids.includes(id));
  const seen = (alarms ?? []).filter(
    (alarm) => wanted.ids.includes(alarm.id) && isUnacknowledged(alarm) && !isPending(alarm),
  );
  return seen.length > 0
    ? { ...wanted, ids: seen.map(({ id }) => id), versions: seen.map(({ version }) => version) }
    : null;
}

/** Whether both do the same to the same alarms. */
const isSameAct = (a: AlarmAct, b: AlarmAct): boolean =>
  a.type === "acknowledge"
    ? b.type === "acknowledge" && a.ids.every((id) => b.ids.includes(id))
    : b.type === a.type && b.id === a.id;

/** A new attempt takes the place of the failed ones of its kind. */
export function enqueueAct(
  context: ActContext,
  wanted: AlarmAct,
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
  outage === "none" ? (alarms?.some(isWaitingP1) ?? false) : outage === "lost";

/** Whether an alarm of the first priority waits, of which nobody has told the server yet that it was perceived. */
export const hasUntoldP1 = ({
  alarms,
  link,
  knownTo,
  toldTo,
}: Pick<AlarmsContext<AlarmLike>, "alarms" | "link" | "knownTo" | "toldTo">): boolean =>
  link === "up" &&
  knownTo !== null &&
  (toldTo === null || toldTo < knownTo) &&
  (alarms?.some(isWaitingP1) ?? false);

/** The later of two times, ISO 8601 with the same precision. */
export const latestOf = (known: string | null, at: string): string =>
  known !== null && known > at ? known : at;
