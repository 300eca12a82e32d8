import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { maskPhone } from "../maskPhone.ts";
import { buildSearchText } from "../searchText.ts";
import { earliestSendTime } from "./marketingHours.ts";
import { assertPhoneLimits, hasDeclined } from "./phoneLimits.ts";
import { renderStandardText } from "./smsText.ts";
import { codePlaceholder, generateCode } from "./verificationCode.ts";

/** Queues one message of the type's standard template; the background sends it. */
export const smsSend: Handler<typeof smsCalls.smsSend> = async ({ params: { phone, type } }, call) => {
  const { db, now, actor } = call;
  if (!call.sms) throw new RefusalError("尚未配置短信网关，请联系管理员");
  await assertPhoneLimits(db, phone, now);
  if (type === "marketing" && (await hasDeclined(db, phone)))
    throw new RefusalError("该号码已退订营销短信，不能发送");
  const text = await renderStandardText(db, type, { code: codePlaceholder });
  const id = call.newId();
  const notBefore = earliestSendTime(type, now);
  await db.insert(smsMessages).values({
    ...text,
    id,
    createdAt: now,
    updatedAt: now,
    phone,
    type,
    secret: type === "verify" ? generateCode(call.randomBytes) : "",
    senderName: actor.name,
    urgency: type === "verify" ? 0 : 1,
    notBefore,
    search: buildSearchText(text.content),
  });
  call.audit({
    entityId: id,
    after: { phone: maskPhone(phone), type, templateCode: text.templateCode, parts: text.parts },
  });
  call.afterCommit(() => call.publish("sms.queued", { count: 1 }));
  return { id, version: 1, status: "queued", notBefore: notBefore.toISOString() };
};
