import { eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import { companies } from "../../db/schema/company.ts";
import { defineListSource } from "../../list/listSource.ts";
import { buildRegionCondition } from "../region/buildRegionCondition.ts";
import { hasOnlyEndedServices, hasServiceEndWithin } from "../serviceGrant/serviceEnds.ts";

export type CompanyRecord = typeof companies.$inferSelect;

type PageRequest = z.output<typeof companyCalls.companyPageList.body>;
type ExportRequest = z.output<typeof companyCalls.companyExport.body>;

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
    expireWithin: (within, now) =>
      within === "expired" ? hasOnlyEndedServices(now) : hasServiceEndWithin(Number(within), now),
  },
});
