import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { type Handler, Refusal } from "../../call.ts";
import { earliest } from "./marketingHours.ts";
import { countRecipients } from "./smsRecipients.ts";
import { mostRecipients } from "./smsSendAll.ts";
import { massText, type SmsText } from "./smsText.ts";

/** What a mass sending would say, to how many, when; a refusal is told in it, so that the count stands beside it. */
export const smsPreview: Handler<typeof smsCalls.smsPreview> = async ({ body }, call) => {
  const { db, now } = call;
  const { type, target } = body;
  const { count, declined, limited } = await countRecipients(db, { type, target }, now);
  const text = await massText(db, call.sms, body).catch((fault: unknown) => {
    if (fault instanceof Refusal) return fault;
    throw fault;
  });
  const { content, parts }: Pick<SmsText, "content" | "parts"> =
    text instanceof Refusal ? { content: "", parts: 0 } : text;
  return {
    content,
    parts,
    count,
    skipped: { declined, limited },
    notBefore: earliest(type, now).toISOString(),
    refusal: text instanceof Refusal ? text.message : unfit(count),
  };
};

function unfit(count: number): string {
  if (count === 0) return "没有符合条件的收件人";
  return count > mostRecipients ? `单次最多发送 ${mostRecipients} 条，请缩小范围` : "";
}
