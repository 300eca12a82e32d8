import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type SmsRecord, smsMessages } from "../../db/schema/sms.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toSmsRow } from "./smsList.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.id, id), isNull(smsMessages.deletedAt)));

/** Reads a message; refuses if there is none. */
export async function getSms(db: Db, id: string): Promise<SmsRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, "短信");
}

/** Reads a message and locks its row until the transaction ends; a stale version is a conflict. */
export async function lockSms(call: Call, id: string, version?: number): Promise<SmsRecord> {
  const [record] = await selectActive(call.db, id).for("update");
  const message = requireRecord(record, "短信");
  if (version !== undefined && message.version !== version) throw versionConflict(toSmsRow(message));
  return message;
}
