import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { serviceNotices } from "../../db/schema/serviceNotice.ts";
import type { Platform } from "../../platform.ts";
import { dayMs } from "../shanghaiDay.ts";
import { endsServiceWithin } from "./serviceEnds.ts";

/** Days before a service's end at which its company is notified, ascending. */
const noticeDays = [1, 7, 30] as const;
/** Rows per insert. */
const batchSize = 500;

/** The notice that is due: the smallest step that covers the remaining time; null if none does. */
export function getNoticeDays(createdAt: Date, expireAt: Date, now: Date): number | null {
  const remainingMs = expireAt.getTime() - now.getTime();
  if (remainingMs <= 0) return null;
  const days = noticeDays.find((step) => remainingMs <= step * dayMs);
  // No notice for a grant that was created within the step, such as a trial of 30 days.
  return days !== undefined && createdAt.getTime() < expireAt.getTime() - days * dayMs ? days : null;
}

/**
 * Creates the notices for services that end in 30, 7 or 1 days, each once. A service with a later grant does not end; of
 * grants that end together, such as an addition's, only the first gets notices. `sendExpiryNotices` sends those without
 * `sentAt`.
 */
export async function createExpiryNotices({ db, clock }: Pick<Platform, "db" | "clock">): Promise<void> {
  const now = clock();
  const expiring = await db.select().from(serviceGrants).where(endsServiceWithin(30, now));
  const notices = expiring.flatMap(({ id, createdAt, expireAt, companyId, serviceName }) => {
    const days = getNoticeDays(createdAt, expireAt, now);
    return days === null
      ? []
      : [{ grantId: id, days, companyId, serviceName, expireAt, createdAt: now, sentAt: null }];
  });
  for (let start = 0; start < notices.length; start += batchSize)
    await db
      .insert(serviceNotices)
      .values(notices.slice(start, start + batchSize))
      .onConflictDoNothing();
}
