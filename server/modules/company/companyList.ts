import { and, eq, gte, isNull, lt, lte, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import { companies } from "../../db/schema/company.ts";
import { defineListSource } from "../../list/listSource.ts";
import { buildRegionCondition } from "../region/buildRegionCondition.ts";
import { dayMs } from "../shanghaiDay.ts";

export type CompanyRecord = typeof companies.$inferSelect;

type PageRequest = z.output<typeof companyCalls.companyPageList.body>;
type ExportRequest = z.output<typeof companyCalls.companyExport.body>;

function buildExpiryCondition(within: "7" | "30" | "expired", now: Date): SQL | undefined {
  if (within === "expired") return lt(companies.expireAt, now);
  const end = new Date(now.getTime() + Number(within) * dayMs);
  return and(gte(companies.expireAt, now), lte(companies.expireAt, end));
}

/** The company list and its export. */
export const companyList = defineListSource<PageRequest | ExportRequest>()({
  table: companies,
  id: companies.id,
  createdAt: companies.createdAt,
  baseCondition: isNull(companies.deletedAt),
  search: companies.search,
  phones: [companies.phone, companies.emergencyPhone, companies.accountPhone],
  sortable: {
    createdAt: companies.createdAt,
    updatedAt: companies.updatedAt,
    name: companies.nameOrder,
    level: companies.level,
    userCount: companies.userCount,
    boxCount: companies.boxCount,
    orderAmountFen: companies.orderAmountFen,
    expireAt: companies.expireAt,
    status: companies.status,
  },
  filters: {
    type: (value) => eq(companies.type, value),
    level: (value) => eq(companies.level, value),
    status: (value) => eq(companies.status, value),
    regionId: (value) => buildRegionCondition(companies.regionId, value),
    managerId: (value) => eq(companies.managerId, value),
    channelCodeId: (value) => eq(companies.channelCodeId, value),
    expireWithin: buildExpiryCondition,
  },
});
