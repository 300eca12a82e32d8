import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { smsStatusMachine } from "../../../machines/status/sms.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { lockSms } from "./getSms.ts";
import { earliestSendTime } from "./marketingHours.ts";
import { assertDailyLimit, hasDeclined } from "./phoneLimits.ts";
import { transitionSms } from "./transitionSms.ts";
import { generateCode } from "./verificationCode.ts";

/** Puts a message that has failed back into the queue; one of unknown result may have arrived, and is refused. */
export const smsResend: Handler<typeof smsCalls.smsResend> = async ({ body }, call) => {
  const message = await lockSms(call, body.id, body.version);
  const { id, type, status, failReason, phone } = message;
  if (!call.sms) throw new RefusalError("尚未配置短信网关，请联系管理员");
  if (smsStatusMachine.next(status, "resend") === null) throw new RefusalError(getResendRefusal(status));
  if (type === "marketing" && (await hasDeclined(call.db, phone)))
    throw new RefusalError("该号码已退订营销短信，不能重发");
  await assertDailyLimit(call.db, phone, call.now);
  const newStatus = await transitionSms(call.db, message, "resend", call.now, {
    failReason: "",
    secret: type === "verify" ? generateCode(call.randomBytes) : "",
    notBefore: earliestSendTime(type, call.now),
    sentAt: null,
    deliveredAt: null,
    gatewayId: "",
    reportAt: null,
  });
  if (newStatus === null) throw new RefusalError("短信状态已变化，请刷新后重试");
  call.audit({ entityId: id, before: { status, failReason }, after: { status: newStatus } });
  call.afterCommit(() => call.publish("sms.queued", { count: 1 }));
  return { id, version: message.version + 1, status: newStatus };
};

function getResendRefusal(status: Parameters<typeof smsStatusMachine.label>[0]): string {
  const refusal = `短信当前状态为「${smsStatusMachine.label(status)}」，不能重发`;
  return status === "unknown" ? `${refusal}：对方可能已经收到，请核对后另行发送` : refusal;
}
