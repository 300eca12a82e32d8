import { findNewAlarm, isEnded, isUnacknowledged, isUrgentPriority } from "./alarmRules.ts";
import { type AlarmLike, type AlarmsContext, alarmPriorities } from "./alarmsPort.ts";
import { createScopeTest } from "./status/dutyScope.ts";

/** The alarm that is shown in full. */
export type Card<Alarm> = Pick<
  AlarmsContext<Alarm>,
  "selected" | "opened" | "openedAs" | "pinned" | "dismissed" | "folded"
>;

/** Nothing is shown. */
export const noCard = {
  selected: null,
  opened: null,
  openedAs: null,
  pinned: false,
  dismissed: false,
  folded: false,
} as const;

/** The lower, the more urgent: what holds comes before what is over. */
const rank = ({ priority, state }: Pick<AlarmLike, "priority" | "state">): number =>
  2 * alarmPriorities.indexOf(priority) + (isEnded({ state }) ? 1 : 0);

/**
 * The most urgent P1 or P2 that nobody has acknowledged; null for none.
 * @param alarms sorted: the first of equals is taken
 */
export function findMostUrgent<Alarm extends AlarmLike>(alarms: readonly Alarm[]): Alarm | null {
  let best: Alarm | null = null;
  for (const alarm of alarms)
    if (isUrgentPriority(alarm) && isUnacknowledged(alarm) && (!best || rank(alarm) < rank(best)))
      best = alarm;
  return best;
}

const open = <Alarm extends AlarmLike>({ folded }: Card<Alarm>, alarm: Alarm): Card<Alarm> => ({
  selected: alarm.id,
  opened: alarm,
  openedAs: alarm.state,
  pinned: false,
  dismissed: false,
  folded,
});

/**
 * The card for the list as it is now. What the user has pinned stays. A choice of its own stays while it waits and
 * nothing is more urgent, so that nobody acknowledges what has just taken its place.
 * @param changed also has alarms that are over
 * @param hasUrgentNews reopens a card that the user has closed
 */
export function chooseCard<Alarm extends AlarmLike>(
  card: Card<Alarm>,
  alarms: readonly Alarm[],
  { changed, hasUrgentNews }: { readonly changed: readonly Alarm[]; readonly hasUrgentNews: boolean },
): Card<Alarm> {
  const best = findMostUrgent(alarms);
  const { selected, openedAs, pinned, folded } = card;
  if (selected === null) {
    const isWanted = best !== null && (!card.dismissed || hasUrgentNews);
    return isWanted ? open(card, best) : { ...noCard, dismissed: card.dismissed };
  }
  const listed = alarms.find(({ id }) => id === selected);
  const opened = listed ?? changed.find(({ id }) => id === selected) ?? card.opened;
  const kept = { selected, opened, openedAs, pinned, dismissed: false, folded };
  if (pinned || best === null) return kept;
  return listed && isUnacknowledged(listed) && rank(listed) <= rank(best) ? kept : open(card, best);
}

type AlarmList<Alarm> = Pick<AlarmsContext<Alarm>, "alarms" | "others" | "news"> & Card<Alarm>;
type KnownList<Alarm> = AlarmList<Alarm> & Pick<AlarmsContext<Alarm>, "desk" | "cut">;

/**
 * The next list, without what the desk does not watch, and with the card chosen for it.
 * @param next whoever watches them
 * @param changed also has those that are over
 */
export function showAlarms<Alarm extends AlarmLike>(
  { alarms, others, desk, cut, ...card }: KnownList<Alarm>,
  next: readonly Alarm[],
  changed: readonly Alarm[] = [],
): AlarmList<Alarm> {
  const isOwn = desk === null ? () => true : createScopeTest([desk.scope]);
  const own = next.filter(isOwn);
  const outside = next.filter((alarm) => !isOwn(alarm));
  // What is open when the console is opened is not new, nor when the desk begins to watch it.
  const news = alarms && findNewAlarm([...alarms, ...others], own, cut);
  const hasUrgentNews = news !== null && isUrgentPriority(news);
  const chosen = chooseCard(card, own, { changed: [...changed, ...outside], hasUrgentNews });
  return { ...chosen, alarms: own, others: outside, news };
}

/** The card once the user has pinned an alarm. */
export const pinCard = <Alarm extends AlarmLike>(
  alarms: readonly Alarm[] | null,
  id: string,
): Card<Alarm> => {
  const opened = alarms?.find((alarm) => alarm.id === id) ?? null;
  return { ...noCard, selected: id, opened, openedAs: opened?.state ?? null, pinned: true };
};

/** The card without its pin. */
export const releaseCard = <Alarm extends AlarmLike>(
  card: Card<Alarm>,
  alarms: readonly Alarm[] | null,
): Card<Alarm> => chooseCard({ ...card, pinned: false }, alarms ?? [], { changed: [], hasUrgentNews: false });

/** Whether what is shown has ended or was suppressed since. What was picked as such may be read. */
export function isCardOver<Alarm extends AlarmLike>({
  selected,
  opened,
  openedAs,
  alarms,
  more,
  flood,
}: AlarmsContext<Alarm>): boolean {
  if (selected === null || alarms === null) return false;
  const listed = alarms.find(({ id }) => id === selected);
  if (!listed) {
    // A flood takes rows of low priority out of the list though they hold; of too many the list has not all.
    const mayHold = opened && (more > 0 || (flood.isActive && !isUrgentPriority(opened)));
    return !(mayHold && opened.state !== "gone");
  }
  return listed.state === "suppressed" && openedAs !== "suppressed";
}
