import { and, asc, eq, isNull } from "drizzle-orm";
import type { companyCalls } from "../../../adapters/contract/company.ts";
import type { Handlers } from "../../call.ts";
import { users } from "../../db/schema/user.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { exportHandler } from "../exportJob/exportHandler.ts";
import { maskPhone } from "../maskPhone.ts";
import { viewerOf } from "../viewer.ts";
import { companyCreate } from "./companyCreate.ts";
import { companyFrozen } from "./companyFrozen.ts";
import { companyList } from "./companyList.ts";
import { companyRow } from "./companyRow.ts";
import { companyUpdate } from "./companyUpdate.ts";
import { liveCompany } from "./liveCompany.ts";

export const companyHandlers: Handlers<typeof companyCalls> = {
  companyPageList: ({ body }, call) => {
    const viewer = viewerOf(call.actor);
    return pageQuery(call, companyList, body, (record) => companyRow(record, viewer));
  },
  companyOne: async ({ params }, call) =>
    companyRow(await liveCompany(call.db, params.id), viewerOf(call.actor)),
  companyFrozen,
  companyCreate,
  companyUpdate,
  companyChildUsers: async ({ params }, { db }) => {
    await liveCompany(db, params.id);
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
  companyExport: exportHandler("companyExport"),
};
