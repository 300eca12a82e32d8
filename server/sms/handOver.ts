import { withCode } from "../modules/sms/verificationCode.ts";
import type { Platform } from "../platform.ts";
import type { Claimed } from "./claimNext.ts";
import type { SmsGateway, Submitted } from "./gateway.ts";
import { moveCounted } from "./moveCounted.ts";

/** Whoever has no answer after this long does not wait for it any longer. */
export const patienceMs = 10_000;
/** Before the gateway is first asked what has become of a message. */
const firstReportMs = 1_000;

/** Names one attempt of one message to the gateway. */
export const keyOf = ({ id, attempts }: Pick<Claimed, "id" | "attempts">): string => `${id}-${attempts}`;

/** Hands a claimed message over once and puts down what came of it; without an answer its result is not known. */
export async function handOver(
  platform: Pick<Platform, "db" | "clock" | "metrics">,
  gateway: SmsGateway,
  message: Claimed,
): Promise<void> {
  const { db, clock } = platform;
  const { phone, signature, templateCode, secret } = message;
  const content = secret ? withCode(message.content, secret) : message.content;
  let said: Submitted | null = null;
  try {
    const handed = { key: keyOf(message), phone, content, signature, templateCode };
    said = await gateway.submit(handed, AbortSignal.timeout(patienceMs));
  } catch {
    // Timed out, cut off or not understood: it may have arrived all the same.
  }
  const now = clock();
  const reportAt = new Date(now.getTime() + firstReportMs);
  if (said === null)
    await moveCounted(platform, db, message, "lose", now, {
      failReason: "网关没有答复，可能已发出",
      reportAt,
    });
  else if (said.accepted)
    await moveCounted(platform, db, message, "accept", now, {
      sentAt: now,
      gatewayId: said.gatewayId,
      reportAt,
    });
  else await moveCounted(platform, db, message, "refuse", now, { failReason: said.reason });
}
