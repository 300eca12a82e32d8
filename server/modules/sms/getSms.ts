import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type SmsRecord, smsMessages } from "../../db/schema/sms.ts";
import { findActive } from "../../records/findActive.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { toSmsRow } from "./smsList.ts";

/** Reads a message; refuses if there is none. */
export async function getSms(db: Db, id: string): Promise<SmsRecord> {
  return requireRecord(await findActive(db, smsMessages, id), "短信");
}

/** Reads a message and locks its row until the transaction ends; a stale version is a conflict. */
export async function lockSms(call: Call, id: string, version?: number): Promise<SmsRecord> {
  const message = requireRecord(await findActive(call.db, smsMessages, id, "update"), "短信");
  if (version !== undefined && message.version !== version) throw createVersionConflict(toSmsRow(message));
  return message;
}
