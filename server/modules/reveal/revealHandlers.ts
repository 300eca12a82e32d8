import { and, eq, isNull } from "drizzle-orm";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import type { revealCalls } from "../../../adapters/contract/reveal.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { EndpointInput, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { requireRecord } from "../../records/refusals.ts";
import { channelRecords } from "../channelCode/channelList.ts";
import { getCompany } from "../company/getCompany.ts";
import { getSms } from "../sms/getSms.ts";
import { getSmsDecline } from "../smsDecline/smsDeclineHandlers.ts";
import { userRecords } from "../user/userList.ts";

type RevealRequest = EndpointInput<typeof revealCalls.reveal>["body"];

/** Returns the full number; undefined if the entity has no such field. */
async function getPhoneNumber(db: Db, { entity, id, field }: RevealRequest): Promise<string | undefined> {
  if (entity === "company") {
    const { phone, emergencyPhone, accountPhone } = await getCompany(db, id);
    const numbers: Partial<Record<RevealRequest["field"], string>> = { phone, emergencyPhone, accountPhone };
    return numbers[field];
  }
  if (entity === "channelCode")
    return field === "phone" ? (await channelRecords.get(db, id)).phone : undefined;
  if (entity === "smsDecline") return field === "phone" ? (await getSmsDecline(db, id)).phone : undefined;
  if (entity === "sms") return field === "phone" ? (await getSms(db, id)).phone : undefined;
  if (field !== "phoneNumber") return undefined;
  if (entity === "user") return (await userRecords.get(db, id)).phoneNumber;
  const [member] = await db
    .select({ phoneNumber: staff.phoneNumber })
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.deletedAt)));
  return requireRecord(member, word.staff).phoneNumber;
}

export const revealHandlers: Handlers<typeof revealCalls> = {
  reveal: async ({ body }, call) => {
    if (body.entity === "staff" && !call.actor.roles.includes("admin"))
      throw new RefusalError("仅超级管理员可查看后台人员的号码，请联系超级管理员", stateCodes.roleForbidden);
    const value = await getPhoneNumber(call.db, body);
    if (!value) throw new RefusalError("该记录没有此号码");
    const { entity, id, field, reason } = body;
    call.audit({ entityId: id, after: { entity, field, reason } });
    return { value };
  },
};
