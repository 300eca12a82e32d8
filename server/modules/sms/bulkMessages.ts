import { findMergeFields } from "../../../adapters/contract/smsText.ts";
import type { Db } from "../../db/handle.ts";
import { dayMs } from "../../records/shanghaiDay.ts";
import { mergeSmsText, type SmsText } from "../../sms/smsText.ts";
import { type Audience, findEndingServices, selectRecipients } from "./smsRecipients.ts";

/** A message of a bulk SMS to one phone. */
interface BulkMessage extends SmsText {
  readonly phone: string;
  readonly recipientName: string;
  readonly companyId: string;
  readonly companyName: string;
}

interface BulkMessages {
  readonly messages: readonly BulkMessage[];
  /** Recipients without a value for one of the merge fields: they get nothing. */
  readonly incomplete: number;
}

/** Reads the recipients, one per phone, each with the text as it will arrive. */
export async function buildBulkMessages(
  db: Db,
  audience: Audience,
  text: SmsText,
  now: Date,
): Promise<BulkMessages> {
  const { fields } = findMergeFields(text.content);
  const services =
    fields.includes("service") || fields.includes("days")
      ? await findEndingServices(db, audience, now)
      : null;
  const recipients = await selectRecipients(db, audience, now);
  const messages = recipients.flatMap(({ managerName, ...recipient }) => {
    const service = services?.get(recipient.companyId);
    const merged = mergeSmsText(text, fields, {
      name: recipient.recipientName,
      company: recipient.companyName,
      manager: managerName,
      service: service?.expireServiceName ?? "",
      // The last day counts, as in the expiry notices: what ends within 24 hours has one day left.
      days: service?.expireAt ? String(Math.ceil((+service.expireAt - +now) / dayMs)) : "",
    });
    return merged ? [{ ...merged, ...recipient }] : [];
  });
  return { messages, incomplete: recipients.length - messages.length };
}

/** At most three messages: the longest, the shortest, and one in between. */
export function pickSamples(messages: readonly BulkMessage[]) {
  const sorted = [...messages].sort((a, b) => b.content.length - a.content.length);
  const picked = new Set([sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]);
  return [...picked].flatMap((message) => {
    if (!message) return [];
    const { recipientName, companyName, content, parts } = message;
    return [{ recipientName, companyName, content, parts }];
  });
}
