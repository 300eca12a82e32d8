import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { type Handler, Refusal } from "../../call.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { maskPhone } from "../maskPhone.ts";
import { searchText } from "../pinyinOrder.ts";
import { earliest } from "./marketingHours.ts";
import { hasDeclined, holdPhone } from "./phoneLimits.ts";
import { standardText } from "./smsText.ts";
import { hiddenCode, newCode } from "./verificationCode.ts";

/** Queues one message of the type's standard template; the background sends it. */
export const smsSend: Handler<typeof smsCalls.smsSend> = async ({ params: { phone, type } }, call) => {
  const { db, now, actor } = call;
  if (!call.sms) throw new Refusal("尚未配置短信网关，请联系管理员");
  await holdPhone(db, phone, now);
  if (type === "marketing" && (await hasDeclined(db, phone)))
    throw new Refusal("该号码已退订营销短信，不能发送");
  const text = await standardText(db, type, { code: hiddenCode });
  const id = call.newId();
  const notBefore = earliest(type, now);
  await db.insert(smsMessages).values({
    ...text,
    id,
    createdAt: now,
    updatedAt: now,
    phone,
    type,
    secret: type === "verify" ? newCode(call.randomBytes) : "",
    senderName: actor.name,
    urgency: type === "verify" ? 0 : 1,
    notBefore,
    search: searchText(text.content),
  });
  call.audit({
    entityId: id,
    after: { phone: maskPhone(phone), type, templateCode: text.templateCode, parts: text.parts },
  });
  call.afterCommit(() => call.publish("sms.queued", { count: 1 }));
  return { id, version: 1, status: "queued", notBefore: notBefore.toISOString() };
};
