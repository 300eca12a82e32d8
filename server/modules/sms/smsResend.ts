import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { smsStatusMachine } from "../../../machines/status/sms.ts";
import { type Handler, Refusal } from "../../call.ts";
import { lockSms } from "./liveSms.ts";
import { earliest } from "./marketingHours.ts";
import { moveSms } from "./moveSms.ts";
import { hasDeclined, holdDay } from "./phoneLimits.ts";
import { newCode } from "./verificationCode.ts";

/** Puts a message that has failed back into the queue; one of unknown result may have arrived, and is refused. */
export const smsResend: Handler<typeof smsCalls.smsResend> = async ({ body }, call) => {
  const message = await lockSms(call, body.id, body.version);
  const { id, type, status, failReason, phone } = message;
  if (!call.sms) throw new Refusal("尚未配置短信网关，请联系管理员");
  if (smsStatusMachine.next(status, "resend") === null) throw new Refusal(notAgain(status));
  if (type === "marketing" && (await hasDeclined(call.db, phone)))
    throw new Refusal("该号码已退订营销短信，不能重发");
  await holdDay(call.db, phone, call.now);
  const queued = await moveSms(call.db, message, "resend", call.now, {
    failReason: "",
    secret: type === "verify" ? newCode(call.randomBytes) : "",
    notBefore: earliest(type, call.now),
    sentAt: null,
    deliveredAt: null,
    gatewayId: "",
    reportAt: null,
  });
  if (queued === null) throw new Refusal("短信状态已变化，请刷新后重试");
  call.audit({ entityId: id, before: { status, failReason }, after: { status: queued } });
  call.afterCommit(() => call.publish("sms.queued", { count: 1 }));
  return { id, version: message.version + 1, status: queued };
};

function notAgain(status: Parameters<typeof smsStatusMachine.label>[0]): string {
  const said = `短信当前状态为「${smsStatusMachine.label(status)}」，不能重发`;
  return status === "unknown" ? `${said}：对方可能已经收到，请核对后另行发送` : said;
}
