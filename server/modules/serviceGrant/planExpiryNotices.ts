import { and, asc, eq, gte, inArray, isNotNull, isNull, notExists } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { type ServiceGrantRecord, serviceGrants } from "../../db/schema/serviceGrant.ts";
import { serviceNotices } from "../../db/schema/serviceNotice.ts";
import { dayMs, startOfShanghaiDay } from "../../records/shanghaiDay.ts";
import { expiryTemplateCode } from "../../sms/builtInTemplates.ts";
import { renderTemplateText, type SmsText } from "../../sms/smsText.ts";
import { endsServiceWithin } from "./serviceEnds.ts";

/** Companies per run; the next hourly run takes the rest. */
export const maxNoticesPerRun = 500;

/** Days before a service's end at which its company is notified, ascending. */
const noticeDays = [1, 7, 30] as const;

/** The notice that is due: the smallest step that covers the remaining time; null if none does. */
export function getNoticeDays(createdAt: Date, expireAt: Date, now: Date): number | null {
  const remainingMs = expireAt.getTime() - now.getTime();
  if (remainingMs <= 0) return null;
  const days = noticeDays.find((step) => remainingMs <= step * dayMs);
  // No notice for a grant that was created within the step, such as a trial of 30 days.
  return days !== undefined && createdAt.getTime() < expireAt.getTime() - days * dayMs ? days : null;
}

/** A notice of one service: its grant and the step that it is for. */
interface DueNotice {
  readonly grant: ServiceGrantRecord;
  readonly days: number;
}

/** What one company is to be told, in one SMS. */
export interface CompanyNotices {
  readonly company: typeof companies.$inferSelect;
  /** The earliest end first. */
  readonly notices: readonly DueNotice[];
}

/**
 * Finds what is to be sent at an instant: by company, the services that end in 30, 7 or 1 days and whose notice of that
 * step was not sent yet. A company that was sent a notice on that day in Shanghai waits until the next.
 */
export async function planExpiryNotices(db: Db, at: Date): Promise<readonly CompanyNotices[]> {
  const sentToday = db
    .select({ grantId: serviceNotices.grantId })
    .from(serviceNotices)
    .where(
      and(eq(serviceNotices.companyId, companies.id), gte(serviceNotices.sentAt, startOfShanghaiDay(at))),
    );
  const expiring = await db
    .select({ grant: serviceGrants, company: companies })
    .from(serviceGrants)
    .innerJoin(companies, eq(serviceGrants.companyId, companies.id))
    .where(and(endsServiceWithin(30, at), isNull(companies.deletedAt), notExists(sentToday)))
    .orderBy(asc(serviceGrants.expireAt), asc(serviceGrants.serviceName));
  const sent = await db
    .select({ grantId: serviceNotices.grantId, days: serviceNotices.days })
    .from(serviceNotices)
    .where(
      and(
        isNotNull(serviceNotices.sentAt),
        inArray(
          serviceNotices.grantId,
          db.select({ id: serviceGrants.id }).from(serviceGrants).where(endsServiceWithin(30, at)),
        ),
      ),
    );
  const sentSteps = new Set(sent.map(({ grantId, days }) => `${grantId} ${days}`));
  const due = expiring.flatMap(({ grant, company }) => {
    const days = getNoticeDays(grant.createdAt, grant.expireAt, at);
    return days === null || sentSteps.has(`${grant.id} ${days}`) ? [] : { grant, company, days };
  });
  return [...Map.groupBy(due, ({ company }) => company.id).values()].flatMap((notices) =>
    notices[0] ? [{ company: notices[0].company, notices }] : [],
  );
}

/** The last day counts: what ends within 24 hours has one day left. */
const countDays = (expireAt: Date, at: Date) => Math.ceil((+expireAt - +at) / dayMs);

/** Renders the one SMS of a company: `巡检等 3 项服务` for several services, `7至30` for ends on several days. */
export function renderExpiryNotice(db: Db, { notices }: CompanyNotices, at: Date): Promise<SmsText> {
  const names = [...new Set(notices.map(({ grant }) => grant.serviceName))];
  const ends = notices.map(({ grant }) => countDays(grant.expireAt, at));
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return renderTemplateText(db, expiryTemplateCode, "notice", {
    service: notices.length === 1 ? (names[0] ?? "") : `${names[0]}等 ${notices.length} 项服务`,
    count: String(notices.length),
    days: first === last ? String(first) : `${first}至${last}`,
  });
}
