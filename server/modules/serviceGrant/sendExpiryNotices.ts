import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { companies } from "../../db/schema/company.ts";
import { serviceNotices } from "../../db/schema/serviceNotice.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { smsTemplates } from "../../db/schema/smsTemplate.ts";
import type { Platform } from "../../platform.ts";
import { buildSearchText } from "../searchText.ts";
import { renderTemplateText } from "../sms/smsText.ts";
import { expiryTemplateCode } from "../smsTemplate/builtInTemplates.ts";

/** Notices per run; the next hourly run takes the rest. */
const batchSize = 500;

/** Queues one SMS to the company's phone for each expiry notice that was not sent. */
export async function sendExpiryNotices({ db, bus, clock, newId, settings }: Platform): Promise<void> {
  if (!settings.sms) return;
  const now = clock();
  const [template] = await db.select().from(smsTemplates).where(eq(smsTemplates.code, expiryTemplateCode));
  // Notices wait until the template is approved.
  if (!template?.approved) return;
  const count = await db.transaction(async (tx) => {
    const pending = await tx
      .select({ notice: serviceNotices, company: companies })
      .from(serviceNotices)
      .innerJoin(companies, eq(serviceNotices.companyId, companies.id))
      .where(
        and(isNull(serviceNotices.sentAt), gt(serviceNotices.expireAt, now), isNull(companies.deletedAt)),
      )
      .orderBy(asc(serviceNotices.createdAt))
      .limit(batchSize)
      // Another server may be sending the locked ones.
      .for("update", { of: serviceNotices, skipLocked: true });
    for (const { notice, company } of pending) {
      const params = { service: notice.serviceName, days: String(notice.days) };
      const text = await renderTemplateText(tx, expiryTemplateCode, "notice", params);
      const phone = company.accountPhone || company.phone;
      await tx.insert(smsMessages).values({
        ...text,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        phone,
        recipientName: company.contact,
        companyId: company.id,
        companyName: company.name,
        type: "notice",
        senderName: "系统",
        urgency: 2,
        notBefore: now,
        search: buildSearchText(text.content),
      });
      await tx
        .update(serviceNotices)
        .set({ sentAt: now })
        .where(and(eq(serviceNotices.grantId, notice.grantId), eq(serviceNotices.days, notice.days)));
    }
    return pending.length;
  });
  if (count > 0) bus.publish("sms.queued", { count });
}
