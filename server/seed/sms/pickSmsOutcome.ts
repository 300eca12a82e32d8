import type { SmsRecord } from "../../db/schema/sms.ts";
import type { SeedContext } from "../seedCompanies.ts";

type Status = "sent" | "delivered" | "failed" | "unknown";

const secondMs = 1_000;
const dayMs = 86_400_000;
const reasons = ["空号", "关机", "停机", "短信黑名单", "运营商拦截"];

/** What has become of a message by the time it is looked at. */
export type SmsOutcome = Pick<
  SmsRecord,
  "status" | "failReason" | "claimedAt" | "sentAt" | "deliveredAt" | "gatewayId" | "reportAt" | "attempts"
>;

/** A random outcome. Nearly all arrive; only those of the last day can still be open. */
export function pickSmsOutcome(
  { faker, now, newId }: SeedContext,
  claimedAt: Date,
  forcedStatus?: Status,
): SmsOutcome {
  const isRecent = now.getTime() - claimedAt.getTime() < dayMs;
  const chosen = faker.helpers.weightedArrayElement<Status>([
    { value: "delivered", weight: 940 },
    { value: "failed", weight: 42 },
    { value: "unknown", weight: 6 },
    { value: "sent", weight: isRecent ? 60 : 12 },
  ]);
  const status = forcedStatus ?? chosen;
  const sentAt = new Date(claimedAt.getTime() + faker.number.int({ min: 80, max: 900 }));
  const deliveryMs = faker.number.int({ min: 2, max: 40 }) * secondMs;
  const reason = faker.helpers.arrayElement(reasons);
  const isAccepted = status === "sent" || status === "delivered";
  return {
    status,
    attempts: 1,
    claimedAt,
    sentAt: isAccepted ? sentAt : null,
    deliveredAt: status === "delivered" ? new Date(sentAt.getTime() + deliveryMs) : null,
    failReason: status === "failed" ? reason : status === "unknown" ? "网关没有答复，可能已发出" : "",
    gatewayId: isAccepted ? `seed-${newId()}` : "",
    // Nobody is asked for what has become of made-up messages.
    reportAt: null,
  };
}
