import type { AlarmKind, AlarmPriority, AlarmRow } from "../../adapters/contract/alarm.ts";
import { formatValue } from "../../adapters/contract/alarmLine.ts";
import { type AlarmEventName, alarmStatusMachine } from "../../machines/status/alarm.ts";
import type { AlarmRecord } from "../db/schema/alarm.ts";
import { hasNewCause, listCauses } from "../telemetry/alarms/causes.ts";

/** Who did something to an alarm; null for the platform. */
export type AlarmActor = { readonly id: string; readonly name: string } | null;

/** What happens to an alarm that exists. */
export type AlarmEvent =
  | { readonly type: "raise"; readonly priority: AlarmPriority; readonly values: AlarmRow["values"] }
  | { readonly type: "clear" | "unshelve" | "release" }
  /** `together`: how many were acknowledged by one decision, this one included. */
  | { readonly type: "acknowledge"; readonly together: number }
  | { readonly type: "shelve"; readonly until: Date; readonly reason: string }
  | { readonly type: "suppress"; readonly cause: AlarmKind }
  | { readonly type: "close"; readonly closedAs: AlarmRow["closedAs"]; readonly note: string };

/** An alarm's new columns, and how the duty log names what happened; null for a mere repeat. */
export interface AlarmChange {
  readonly set: Partial<AlarmRecord>;
  readonly logged: AlarmEventName | "lower" | null;
  /** What the duty log says besides. */
  readonly remark?: string;
}

const noAcknowledgement = { acknowledgedAt: null, acknowledgedById: null, acknowledgedByName: "" };
const noShelving = { shelvedUntil: null, shelveReason: "", shelvedByName: "" };

/** What the status machine needs to know of an alarm. */
export const toAlarmFacts = (alarm: AlarmRecord) => ({
  state: alarm.state,
  priority: alarm.priority,
  isAcknowledged: alarm.acknowledgedAt !== null,
  isHolding: alarm.isHolding,
  isClosed: alarm.closedAt !== null,
});

/** What an event makes of an alarm; null where its state does not allow the event. */
export function applyAlarmEvent(
  alarm: AlarmRecord,
  event: AlarmEvent,
  at: Date,
  by: AlarmActor,
): AlarmChange | null {
  if (event.type === "raise") return applyRaise(alarm, event, at);
  const state = alarmStatusMachine.next(toAlarmFacts(alarm), event.type);
  if (state === null) return null;
  const change = { state, version: alarm.version + 1, updatedAt: at };
  const set = { ...change, ...getFields(alarm, event, at, by) };
  return { set: state === "suppressed" ? set : { ...set, suppressedBy: null }, logged: event.type };
}

function getFields(
  alarm: AlarmRecord,
  event: Exclude<AlarmEvent, { readonly type: "raise" }>,
  at: Date,
  by: AlarmActor,
): Partial<AlarmRecord> {
  const byName = by?.name ?? "";
  switch (event.type) {
    case "acknowledge":
      return { acknowledgedAt: at, acknowledgedById: by?.id ?? null, acknowledgedByName: byName };
    case "clear":
      return { isHolding: false, clearedAt: at, noDataSince: null };
    case "shelve":
      return { shelvedUntil: event.until, shelveReason: event.reason, shelvedByName: byName };
    case "suppress":
      return { suppressedBy: event.cause };
    case "close":
      return {
        ...(alarm.shelvedUntil ? noShelving : {}),
        closedAt: at,
        closedAs: event.closedAs,
        closedByName: byName,
        closeNote: event.note,
      };
    case "unshelve":
      return noShelving;
    case "release":
      return {};
  }
}

/** The kind is found again: a repeat of the cause is only counted; a more urgent or another one is an alarm anew. */
function applyRaise(
  alarm: AlarmRecord,
  { priority, values }: Extract<AlarmEvent, { readonly type: "raise" }>,
  at: Date,
): AlarmChange | null {
  const isEscalation = priority < alarm.priority;
  const isRepeat = priority === alarm.priority;
  const isNewCause = isRepeat && hasNewCause(alarm.kind, alarm.values, values);
  const isNews = isEscalation || isNewCause;
  const facts = { ...toAlarmFacts(alarm), priority };
  const state = alarmStatusMachine.next(facts, isNews ? "escalate" : "raise");
  if (state === null) return null;
  const isKnownNow = alarm.isHolding && listCauses(alarm.kind, alarm.values).length === 0;
  const isCounted = isRepeat && !(isKnownNow && listCauses(alarm.kind, values).length > 0);
  const seen = {
    lastAt: at,
    isHolding: true,
    clearedAt: null,
    count: alarm.count + (isCounted ? 1 : 0),
    // A repeat keeps what was measured first; what was over, or not known, is measured anew.
    ...(isCounted && alarm.isHolding && !isNewCause ? {} : { values }),
  };
  if (isRepeat && !isNewCause && state === alarm.state)
    return { set: { ...seen, updatedAt: at }, logged: null };
  const set = {
    ...seen,
    state,
    priority,
    version: alarm.version + 1,
    updatedAt: at,
    ...(isRepeat && !isNewCause ? {} : { priorityAt: at }),
    ...(isNews ? { ...noAcknowledgement, leaderNotifiedAt: null } : {}),
    ...(alarm.state === "shelved" && state !== "shelved" ? noShelving : {}),
  };
  const logged = isEscalation ? "escalate" : isRepeat ? "raise" : "lower";
  if (!isNewCause) return { set, logged };
  return { set, logged, remark: `新原因：${formatValue({ ...alarm, values }, at.getTime())}` };
}
