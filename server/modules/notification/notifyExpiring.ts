import { count } from "drizzle-orm";
import { deskConditions } from "../../../adapters/contract/desk.ts";
import { companies } from "../../db/schema/company.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { getChannels } from "../../notification/forwardNotices.ts";
import { readAudience, storeNotices } from "../../notification/notify.ts";
import type { Platform } from "../../platform.ts";
import { dayMs, startOfShanghaiDay } from "../../records/shanghaiDay.ts";
import { companyList } from "../company/companyList.ts";

/** Not at midnight: the summary is of the working day. */
const hourOfDay = 8;

/**
 * Tells once a day of how many companies a service ends within 7 days: operators all of them, the managers of such companies their
 * own. It runs every hour, so that a server that was down at the hour catches up.
 */
export async function notifyExpiring({
  db,
  bus,
  clock,
  newId,
  settings,
}: Pick<Platform, "db" | "bus" | "clock" | "newId" | "settings">): Promise<void> {
  const now = clock();
  const today = startOfShanghaiDay(now);
  if (now.getTime() - today.getTime() < hourOfDay * (dayMs / 24)) return;
  const told = await db.transaction(async (tx) => {
    const expiring = buildConditions(
      companyList,
      { pageNo: 1, pageSize: 1, ...deskConditions.expiringIn7Days },
      now,
    );
    const groups = await tx
      .select({ managerId: companies.managerId, companies: count() })
      .from(companies)
      .where(expiring)
      .groupBy(companies.managerId);
    const total = groups.reduce((sum, group) => sum + group.companies, 0);
    if (total === 0) return [];
    const audience = await readAudience(tx, "companiesExpiring");
    const notices = audience.flatMap(({ id, roles, dataScope }) => {
      const own = groups.find(({ managerId }) => managerId === id)?.companies ?? 0;
      // Whoever does not see all companies is told of their own.
      const isOperator = roles.includes("operator") && (dataScope === "all" || roles.includes("admin"));
      if (!isOperator && own === 0) return [];
      const text = isOperator
        ? `7 天内有 ${total} 家企业的服务到期${own > 0 ? `，其中您负责 ${own} 家` : ""}`
        : `您负责的 ${own} 家企业有服务将在 7 天内到期`;
      return {
        kind: "companiesExpiring" as const,
        staffId: id,
        text,
        onceKey: today.toISOString(),
      };
    });
    return storeNotices({ db: tx, now, newId, channels: getChannels(settings) }, notices);
  });
  if (told.length > 0) bus.publish("notifications.changed", { staffIds: told });
}
