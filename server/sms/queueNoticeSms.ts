import type { Db } from "../db/handle.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { RefusalError } from "../errors.ts";
import { buildSearchText } from "../records/searchText.ts";
import { automaticSender } from "./builtInTemplates.ts";
import { renderTemplateText } from "./smsText.ts";

/** Who gets an SMS; the whole phone number. */
export interface SmsRecipient {
  readonly name: string;
  readonly phone: string;
}

interface NoticeText {
  readonly templateCode: string;
  readonly params: Readonly<Record<string, string>>;
}

interface QueueContext {
  readonly db: Db;
  readonly newId: () => string;
  readonly now: Date;
}

/**
 * Queues what the platform itself tells staff members.
 * @returns why no message can be sent; null if one is queued for each
 */
export async function queueNoticeSms(
  { db, newId, now }: QueueContext,
  { templateCode, params }: NoticeText,
  recipients: readonly SmsRecipient[],
): Promise<string | null> {
  try {
    const text = await renderTemplateText(db, templateCode, "notice", params);
    await db.insert(smsMessages).values(
      recipients.map(({ name, phone }) => ({
        ...text,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        phone,
        recipientName: name,
        companyName: "",
        type: "notice" as const,
        senderName: automaticSender,
        urgency: 1,
        notBefore: now,
        search: buildSearchText(text.content),
      })),
    );
    return null;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return error.message;
  }
}
