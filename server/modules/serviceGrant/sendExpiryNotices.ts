import { eq, sql } from "drizzle-orm";
import { serviceNotices } from "../../db/schema/serviceNotice.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { smsTemplates } from "../../db/schema/smsTemplate.ts";
import type { Platform } from "../../platform.ts";
import { buildSearchText } from "../../records/searchText.ts";
import { automaticSender, expiryTemplateCode } from "../../sms/builtInTemplates.ts";
import { getNextNoticeTime } from "../../sms/marketingHours.ts";
import { maxNoticesPerRun, planExpiryNotices, renderExpiryNotice } from "./planExpiryNotices.ts";

/**
 * Queues one SMS to each company's phone about its services that end soon: at most one a day, none at night. A run that
 * is repeated, or runs on two servers at once, sends nothing twice.
 */
export async function sendExpiryNotices({ db, bus, clock, newId, settings }: Platform): Promise<void> {
  const now = clock();
  if (!settings.sms || getNextNoticeTime(now) > now) return;
  const [template] = await db.select().from(smsTemplates).where(eq(smsTemplates.code, expiryTemplateCode));
  // Notices wait until the template is approved.
  if (!template?.approved) return;
  const count = await db.transaction(async (tx) => {
    // Another server waits here, and then finds the notices sent.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('expiry notices', 0))`);
    const planned = (await planExpiryNotices(tx, now)).slice(0, maxNoticesPerRun);
    for (const one of planned) {
      const { company, notices } = one;
      const text = await renderExpiryNotice(tx, one, now);
      await tx.insert(smsMessages).values({
        ...text,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        phone: company.accountPhone || company.phone,
        recipientName: company.contact,
        companyId: company.id,
        companyName: company.name,
        type: "notice",
        senderName: automaticSender,
        urgency: 2,
        notBefore: now,
        search: buildSearchText(text.content),
      });
      await tx
        .insert(serviceNotices)
        .values(
          notices.map(({ grant, days }) => ({
            grantId: grant.id,
            days,
            companyId: company.id,
            serviceName: grant.serviceName,
            expireAt: grant.expireAt,
            createdAt: now,
            sentAt: now,
          })),
        )
        .onConflictDoUpdate({
          target: [serviceNotices.grantId, serviceNotices.days],
          set: { sentAt: now },
        });
    }
    return planned.length;
  });
  if (count > 0) bus.publish("sms.queued", { count });
}
