import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type SmsRecord, smsMessages } from "../../db/schema/sms.ts";
import { conflict, found } from "../refusing.ts";
import { smsRow } from "./smsList.ts";

const withId = (db: Db, id: string) =>
  db
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.id, id), isNull(smsMessages.deletedAt)));

/** The message, or a refusal. */
export async function liveSms(db: Db, id: string): Promise<SmsRecord> {
  const [record] = await withId(db, id);
  return found(record, "短信");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockSms(call: Call, id: string, version?: number): Promise<SmsRecord> {
  const [record] = await withId(call.db, id).for("update");
  const message = found(record, "短信");
  if (version !== undefined && message.version !== version) throw conflict(smsRow(message));
  return message;
}
