import { and, eq, isNull } from "drizzle-orm";
import { states } from "../../../adapters/contract/envelope.ts";
import type { revealCalls } from "../../../adapters/contract/reveal.ts";
import { type Handlers, type InputOf, Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { staff } from "../../db/schema/staff.ts";
import { liveChannel } from "../channelCode/liveChannel.ts";
import { liveCompany } from "../company/liveCompany.ts";
import { found } from "../refusing.ts";
import { liveSms } from "../sms/liveSms.ts";
import { liveDecline } from "../smsDecline/smsDeclineHandlers.ts";
import { liveUser } from "../user/liveUser.ts";

type Asked = InputOf<typeof revealCalls.reveal>["body"];

/** The number itself; undefined where such a record has no number of that name. */
async function numberOf(db: Db, { entity, id, field }: Asked): Promise<string | undefined> {
  if (entity === "company") {
    const { phone, emergencyPhone, accountPhone } = await liveCompany(db, id);
    const numbers: Partial<Record<Asked["field"], string>> = { phone, emergencyPhone, accountPhone };
    return numbers[field];
  }
  if (entity === "channelCode") return field === "phone" ? (await liveChannel(db, id)).phone : undefined;
  if (entity === "smsDecline") return field === "phone" ? (await liveDecline(db, id)).phone : undefined;
  if (entity === "sms") return field === "phone" ? (await liveSms(db, id)).phone : undefined;
  if (field !== "phoneNumber") return undefined;
  if (entity === "user") return (await liveUser(db, id)).phoneNumber;
  const [member] = await db
    .select({ phoneNumber: staff.phoneNumber })
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.deletedAt)));
  return found(member, "后台账号").phoneNumber;
}

export const revealHandlers: Handlers<typeof revealCalls> = {
  reveal: async ({ body }, call) => {
    if (body.entity === "staff" && !call.actor.roles.includes("admin"))
      throw new Refusal("仅超级管理员可查看后台人员的号码", states.roleForbidden);
    const value = await numberOf(call.db, body);
    if (!value) throw new Refusal("该记录没有此号码");
    const { entity, id, field, reason } = body;
    call.audit({ entityId: id, after: { entity, field, reason } });
    return { value };
  },
};
