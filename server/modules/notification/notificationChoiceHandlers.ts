import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, isNull } from "drizzle-orm";
import { listNotificationKinds } from "../../../adapters/contract/notification.ts";
import type { notificationChoiceCalls } from "../../../adapters/contract/notificationChoice.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { mails } from "../../db/schema/mail.ts";
import { notificationChoices } from "../../db/schema/notificationChoice.ts";
import { smsTemplates } from "../../db/schema/smsTemplate.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { diffFields } from "../../records/diffFields.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { requireRecord } from "../../records/refusals.ts";
import { staffTemplateCode } from "../../sms/builtInTemplates.ts";

const noChoice = { email: "", smsKinds: [], mailKinds: [] };

async function readChoice(db: Db, staffId: string) {
  const [choice] = await db
    .select({
      email: notificationChoices.email,
      smsKinds: notificationChoices.smsKinds,
      mailKinds: notificationChoices.mailKinds,
    })
    .from(notificationChoices)
    .where(eq(notificationChoices.staffId, staffId));
  return choice ?? noChoice;
}

async function findSmsObstacle(db: Db, sms: Call["sms"]): Promise<string> {
  if (sms === null) return "尚未配置短信网关，不能用短信接收，请联系管理员";
  const [template] = await db
    .select({ approved: smsTemplates.approved, name: smsTemplates.name })
    .from(smsTemplates)
    .where(and(eq(smsTemplates.code, staffTemplateCode), isNull(smsTemplates.deletedAt)));
  return template?.approved ? "" : "短信模板「后台通知」不存在或尚未通过审核，不能用短信接收，请联系管理员";
}

const findMailObstacle = (hasMail: boolean): string =>
  hasMail ? "" : "尚未配置邮件服务器，不能用邮件接收，请联系管理员";

async function readMailFailure(db: Db, staffId: string): Promise<string> {
  const [last] = await db
    .select({ failReason: mails.failReason })
    .from(mails)
    .where(eq(mails.staffId, staffId))
    .orderBy(desc(mails.id))
    .limit(1);
  return last?.failReason ?? "";
}

export const notificationChoiceHandlers: Handlers<typeof notificationChoiceCalls> = {
  notificationChoice: async (_input, { db, actor, sms, mail }) => {
    const [member] = await db.select({ phone: staff.phoneNumber }).from(staff).where(eq(staff.id, actor.id));
    return {
      ...(await readChoice(db, actor.id)),
      kinds: listNotificationKinds(actor),
      phone: maskPhone(requireRecord(member, word.staff).phone),
      smsObstacle: await findSmsObstacle(db, sms),
      mailObstacle: findMailObstacle(mail),
      mailFailure: await readMailFailure(db, actor.id),
    };
  },
  notificationChoiceSave: async ({ body }, { db, actor, now, audit, sms, mail }) => {
    const before = await readChoice(db, actor.id);
    const kinds = listNotificationKinds(actor);
    const after = {
      email: body.email,
      smsKinds: kinds.filter((kind) => body.smsKinds.includes(kind)),
      mailKinds: kinds.filter((kind) => body.mailKinds.includes(kind)),
    };
    if (after.mailKinds.length > 0 && after.email === "")
      throw new RefusalError("请填写接收通知的邮箱，或取消邮件接收的通知");
    const isAdded = (now: readonly string[], earlier: readonly string[]) =>
      now.some((kind) => !earlier.includes(kind));
    const obstacles = [
      isAdded(after.smsKinds, before.smsKinds) ? await findSmsObstacle(db, sms) : "",
      isAdded(after.mailKinds, before.mailKinds) ? findMailObstacle(mail) : "",
    ];
    for (const obstacle of obstacles) if (obstacle !== "") throw new RefusalError(obstacle);
    await db
      .insert(notificationChoices)
      .values({ staffId: actor.id, ...after, updatedAt: now })
      .onConflictDoUpdate({ target: notificationChoices.staffId, set: { ...after, updatedAt: now } });
    const changed = Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(value, Reflect.get(before, name)),
    );
    audit({ entityId: actor.id, ...diffFields(before, Object.fromEntries(changed)) });
    return null;
  },
};
