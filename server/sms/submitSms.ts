import type { Platform } from "../platform.ts";
import type { ClaimedSms } from "./claimNextSms.ts";
import type { SmsGateway, SubmitResult } from "./gateway.ts";
import { transitionSmsCounted } from "./transitionSmsCounted.ts";
import { insertCode } from "./verificationCode.ts";

/** Timeout of a gateway call. */
export const gatewayTimeoutMs = 10_000;
/** Delay before the first request for a report. */
const firstReportDelayMs = 1_000;

/** The gateway's key of one attempt of one message. */
export const getMessageKey = ({ id, attempts }: Pick<ClaimedSms, "id" | "attempts">): string =>
  `${id}-${attempts}`;

/** Submits a claimed message once and stores the result; without a reply it is unknown. */
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
    // Timeout, lost connection or invalid reply: the message may have arrived nevertheless.
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
