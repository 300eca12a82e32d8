import { and, inArray, isNull } from "drizzle-orm";
import type { managementCalls } from "../../../adapters/contract/management.ts";
import type { Handlers } from "../../call.ts";
import { companies } from "../../db/schema/company.ts";
import { queryPage } from "../../list/queryPage.ts";
import { changeCompany } from "./changeCompany.ts";
import { companyOptions } from "./companyOptions.ts";

export const managementHandlers: Handlers<typeof managementCalls> = {
  pageListCompany: ({ body }, call) =>
    queryPage(call, companyOptions, body, ({ id, name, status }) => ({ id, name, status })),
  queryCompanynames: ({ body }, { db }) =>
    db
      .select({ id: companies.id, name: companies.name })
      .from(companies)
      .where(and(inArray(companies.id, body.ids), isNull(companies.deletedAt))),
  changeCompany,
};
