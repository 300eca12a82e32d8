import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { earliestSendTime } from "./marketingHours.ts";
import { countRecipients } from "./smsRecipients.ts";
import { maxRecipients } from "./smsSendAll.ts";
import { renderBulkText, type SmsText } from "./smsText.ts";

/** What a mass sending would say, to how many, when; a refusal is told in it, so that the count stands beside it. */
export const smsPreview: Handler<typeof smsCalls.smsPreview> = async ({ body }, call) => {
  const { db, now } = call;
  const { type, target } = body;
  const { count, declined, limited } = await countRecipients(db, { type, target }, now);
  const text = await renderBulkText(db, call.sms, body).catch((error: unknown) => {
    if (error instanceof RefusalError) return error;
    throw error;
  });
  const { content, parts }: Pick<SmsText, "content" | "parts"> =
    text instanceof RefusalError ? { content: "", parts: 0 } : text;
  return {
    content,
    parts,
    count,
    skipped: { declined, limited },
    notBefore: earliestSendTime(type, now).toISOString(),
    refusal: text instanceof RefusalError ? text.message : recipientCountRefusal(count),
  };
};

function recipientCountRefusal(count: number): string {
  if (count === 0) return "没有符合条件的收件人";
  return count > maxRecipients ? `单次最多发送 ${maxRecipients} 条，请缩小范围` : "";
}
