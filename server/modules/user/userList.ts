import { eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { UserRow, userCalls } from "../../../adapters/contract/user.ts";
import { users } from "../../db/schema/user.ts";
import { defineListSource } from "../../list/listSource.ts";
import { maskPhone } from "../maskPhone.ts";
import { buildCompanyRegionCondition } from "../region/buildRegionCondition.ts";

export type UserRecord = typeof users.$inferSelect;

/** The list of company users. */
export const userList = defineListSource<z.output<typeof userCalls.userPageList.body>>()({
  table: users,
  id: users.id,
  createdAt: users.createdAt,
  baseCondition: isNull(users.deletedAt),
  search: users.search,
  phones: [users.phoneNumber],
  sortable: {
    createdAt: users.createdAt,
    name: users.nameOrder,
    companyName: users.companyNameOrder,
    lastLoginAt: users.lastLoginAt,
    status: users.status,
  },
  filters: {
    companyId: (value) => eq(users.companyId, value),
    regionId: (value) => buildCompanyRegionCondition(users.companyId, value),
    role: (value) => eq(users.role, value),
    status: (value) => eq(users.status, value),
  },
});

/** A user as lists and details show it, with a masked phone. */
export const toUserRow = (record: UserRecord): UserRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  name: record.name,
  phoneNumber: maskPhone(record.phoneNumber),
  companyId: record.companyId,
  companyName: record.companyName,
  role: record.role,
  licenceNo: record.licenceNo,
  status: record.status,
  lastLoginAt: record.lastLoginAt?.toISOString() ?? null,
});
