import { and, asc, eq, isNull } from "drizzle-orm";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import type { Handlers } from "../../call.ts";
import { users } from "../../db/schema/user.ts";
import { queryPage } from "../../list/queryPage.ts";
import { createExportHandler } from "../exportJob/createExportHandler.ts";
import { maskPhone } from "../maskPhone.ts";
import { toViewer } from "../viewer.ts";
import { companyCreate } from "./companyCreate.ts";
import { companyFrozen } from "./companyFrozen.ts";
import { companyList } from "./companyList.ts";
import { toCompanyRow } from "./companyRow.ts";
import { companyUpdate } from "./companyUpdate.ts";
import { getCompany } from "./getCompany.ts";

export const companyHandlers: Handlers<typeof companyCalls> = {
  companyPageList: ({ body }, call) => {
    const viewer = toViewer(call.actor);
    return queryPage(call, companyList, body, (record) => toCompanyRow(record, viewer));
  },
  companyOne: async ({ params }, call) =>
    toCompanyRow(await getCompany(call.db, params.id), toViewer(call.actor)),
  companyFrozen,
  companyCreate,
  companyUpdate,
  companyChildUsers: async ({ params }, { db }) => {
    await getCompany(db, params.id);
    const records = await db
      .select()
      .from(users)
      .where(and(eq(users.companyId, params.id), isNull(users.deletedAt)))
      .orderBy(asc(users.createdAt), asc(users.id));
    return records.map(({ id, name, phoneNumber, role, status, lastLoginAt, version }) => ({
      id,
      name,
      phoneNumber: maskPhone(phoneNumber),
      role,
      status,
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
      version,
    }));
  },
  companyExport: createExportHandler("companyExport"),
};
