import { and, eq } from "drizzle-orm";
import { smsStatusMachine } from "../../machines/status/sms.ts";
import type { Db } from "../db/handle.ts";
import { type SmsRecord, smsMessages } from "../db/schema/sms.ts";

type SmsEvent = Parameters<typeof smsStatusMachine.next>[1];
type SmsPatch = Partial<Omit<SmsRecord, "id" | "version" | "status">>;

/**
 * Writes a message's status after an event, unless it has changed meanwhile.
 * @returns the new status, or null if nothing was written
 */
export async function transitionSms(
  db: Db,
  message: Pick<SmsRecord, "id" | "status" | "attempts" | "version">,
  event: SmsEvent,
  now: Date,
  patch: SmsPatch = {},
): Promise<SmsRecord["status"] | null> {
  const status = smsStatusMachine.next(message.status, event);
  if (status === null) return null;
  const isUnchanged = and(
    eq(smsMessages.id, message.id),
    eq(smsMessages.status, message.status),
    eq(smsMessages.attempts, message.attempts),
  );
  const updated = await db
    .update(smsMessages)
    .set({ ...patch, status, version: message.version + 1, updatedAt: now })
    .where(isUnchanged)
    .returning({ id: smsMessages.id });
  return updated.length > 0 ? status : null;
}
