import { and, arrayContains, eq, isNull } from "drizzle-orm";
import { formatMinute } from "../../adapters/contract/alarmLine.ts";
import { type AlarmRecord, alarmEvents } from "../db/schema/alarm.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import { screenTemplateCode } from "../sms/builtInTemplates.ts";
import { queueNoticeSms, type SmsRecipient } from "../sms/queueNoticeSms.ts";
import { type ChangeContext, toAlarmEvent } from "./alarmStore.ts";

export const noGateway = "尚未配置短信网关，没有发送短信";

/**
 * Queues the SMS about a screen that is lost for everybody with the role, and writes the line of the duty log.
 * @returns how many messages wait
 */
export async function notifyRole(
  context: ChangeContext,
  alarm: AlarmRecord,
  role: StaffRecord["roles"][number],
  hasGateway: boolean,
): Promise<number> {
  const { db } = context;
  const members = await db
    .select({ name: staff.name, phone: staff.phoneNumber })
    .from(staff)
    .where(and(eq(staff.status, "normal"), isNull(staff.deletedAt), arrayContains(staff.roles, [role])));
  const refusal = await queueForRole(context, alarm, members, hasGateway);
  const names = members.map(({ name }) => name).join("、");
  await db
    .insert(alarmEvents)
    .values(toAlarmEvent(context, alarm, "notify", refusal ?? `短信通知运维 ${names}`));
  return refusal === null ? members.length : 0;
}

async function queueForRole(
  context: ChangeContext,
  { lineName, values }: AlarmRecord,
  members: readonly SmsRecipient[],
  hasGateway: boolean,
): Promise<string | null> {
  if (!hasGateway) return noGateway;
  if (members.length === 0) return "没有可通知的运维账号，没有发送短信";
  const params = { screen: lineName, time: formatMinute(values["heardAt"]) };
  return queueNoticeSms(context, { templateCode: screenTemplateCode, params }, members);
}
