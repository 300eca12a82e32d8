import { eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { managementCalls } from "../../../adapters/contract/management.ts";
import { companies } from "../../db/schema/company.ts";
import { defineListSource } from "../../list/listSource.ts";

/** What the company picker offers. */
export const companyOptions = defineListSource<z.output<typeof managementCalls.pageListCompany.body>>()({
  table: companies,
  id: companies.id,
  createdAt: companies.createdAt,
  baseCondition: isNull(companies.deletedAt),
  search: companies.search,
  phones: [companies.phone, companies.emergencyPhone, companies.accountPhone],
  sortable: { name: companies.nameOrder, createdAt: companies.createdAt },
  filters: { status: (value) => eq(companies.status, value) },
});
