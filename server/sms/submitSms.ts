import { insertCode } from "../modules/sms/verificationCode.ts";
import type { Platform } from "../platform.ts";
import type { ClaimedSms } from "./claimNextSms.ts";
import type { SmsGateway, SubmitResult } from "./gateway.ts";
import { transitionSmsCounted } from "./transitionSmsCounted.ts";

/** Whoever has no answer after this long does not wait for it any longer. */
export const gatewayTimeoutMs = 10_000;
/** Before the gateway is first asked what has become of a message. */
const firstReportDelayMs = 1_000;

/** Names one attempt of one message to the gateway. */
export const getMessageKey = ({ id, attempts }: Pick<ClaimedSms, "id" | "attempts">): string =>
  `${id}-${attempts}`;

/** Hands a claimed message over once and puts down what came of it; without an answer its result is not known. */
export async function submitSms(
  platform: Pick<Platform, "db" | "clock" | "metrics">,
  gateway: SmsGateway,
  message: ClaimedSms,
): Promise<void> {
  const { db, clock } = platform;
  const { phone, signature, templateCode, secret } = message;
  const content = secret ? insertCode(message.content, secret) : message.content;
  let result: SubmitResult | null = null;
  try {
    const gatewayMessage = { key: getMessageKey(message), phone, content, signature, templateCode };
    result = await gateway.submit(gatewayMessage, AbortSignal.timeout(gatewayTimeoutMs));
  } catch {
    // Timed out, cut off or not understood: it may have arrived all the same.
  }
  const now = clock();
  const reportAt = new Date(now.getTime() + firstReportDelayMs);
  if (result === null)
    await transitionSmsCounted(platform, db, message, "lose", now, {
      failReason: "网关没有答复，可能已发出",
      reportAt,
    });
  else if (result.accepted)
    await transitionSmsCounted(platform, db, message, "accept", now, {
      sentAt: now,
      gatewayId: result.gatewayId,
      reportAt,
    });
  else await transitionSmsCounted(platform, db, message, "refuse", now, { failReason: result.reason });
}
