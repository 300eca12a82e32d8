import { eq } from "drizzle-orm";
import { formatKind, formatMeasured, formatSubject, joinParts } from "../../adapters/contract/alarmLine.ts";
import { waitingStates } from "../../machines/status/alarm.ts";
import { type AlarmRecord, alarmEvents, alarms } from "../db/schema/alarm.ts";
import { alarmTemplateCode } from "../sms/builtInTemplates.ts";
import { queueNoticeSms, type SmsRecipient } from "../sms/queueNoticeSms.ts";
import { noGateway } from "./alarmSms.ts";
import { type ChangeContext, toAlarmEvent } from "./alarmStore.ts";

/** Who leads the shift. */
export type ShiftLeader = SmsRecipient;

/** Reads who leads the shift that an alarm is for; null where nobody is on duty. */
export type GetShiftLeader = (alarm: AlarmRecord) => Promise<ShiftLeader | null>;

/** For a platform without shifts: nobody is ever on duty. */
export const nobodyOnDuty: GetShiftLeader = async () => null;

const notifyAfterMs = 180_000;
/** Without a leader, one is looked for again after this time. */
const leaderRetryMs = 60_000;

/** Whether the shift's leader is to be told by SMS that nobody has acknowledged the alarm. */
export const isNotifyDue = (
  { priority, state, acknowledgedAt, leaderNotifiedAt, priorityAt }: AlarmRecord,
  now: number,
): boolean =>
  priority === "p1" &&
  waitingStates.includes(state) &&
  acknowledgedAt === null &&
  leaderNotifiedAt === null &&
  now - priorityAt.getTime() >= notifyAfterMs;

interface LeaderSearch {
  readonly alarms: { readonly values: () => Iterable<AlarmRecord>; readonly get: (id: string) => unknown };
  readonly getShiftLeader: GetShiftLeader;
  readonly onLeader: (alarmId: string, leader: ShiftLeader, at: number) => void;
  /** Called once for an alarm that is due while nobody is on duty. */
  readonly onNobody: (at: number) => void;
  readonly onError: (error: unknown) => void;
}

/** Finds the shift's leader for every alarm that is due. @returns what looks for them, to be called once a second */
export function createLeaderSearch(options: LeaderSearch): (now: number) => void {
  const { alarms: open, getShiftLeader, onLeader, onNobody, onError } = options;
  const askedAt = new Map<string, number>();
  const find = async (alarm: AlarmRecord, isFirst: boolean, at: number) => {
    const leader = await getShiftLeader(alarm);
    if (leader) onLeader(alarm.id, leader, at);
    else if (isFirst) onNobody(at);
  };
  return (now) => {
    for (const alarm of open.values()) {
      if (!isNotifyDue(alarm, now) || now - (askedAt.get(alarm.id) ?? 0) < leaderRetryMs) continue;
      const isFirst = !askedAt.has(alarm.id);
      askedAt.set(alarm.id, now);
      find(alarm, isFirst, now).catch(onError);
    }
    for (const id of askedAt.keys()) if (!open.get(id)) askedAt.delete(id);
  };
}

/**
 * Queues the SMS for a locked alarm, once.
 * @param hasGateway whether messages can be sent at all; otherwise the duty log says that they cannot
 * @returns the alarm as it is then, and whether a message waits
 */
export async function notifyLeader(
  context: ChangeContext,
  alarm: AlarmRecord,
  leader: ShiftLeader,
  hasGateway: boolean,
): Promise<{ readonly alarm: AlarmRecord; readonly isQueued: boolean }> {
  const { db, now } = context;
  const params = {
    alarm: joinParts(" ", formatKind(alarm), formatMeasured(alarm, now.getTime())),
    subject: formatSubject(alarm),
  };
  const refusal = hasGateway
    ? await queueNoticeSms(context, { templateCode: alarmTemplateCode, params }, [leader])
    : noGateway;
  const changed = { ...alarm, leaderNotifiedAt: now };
  await db.update(alarms).set({ leaderNotifiedAt: now }).where(eq(alarms.id, alarm.id));
  await db
    .insert(alarmEvents)
    .values(toAlarmEvent(context, changed, "notify", refusal ?? `短信通知带班 ${leader.name}`));
  return { alarm: changed, isQueued: refusal === null };
}
