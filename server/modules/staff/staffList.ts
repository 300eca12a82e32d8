import { arrayContains, eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { staffCalls } from "../../../adapters/contract/staff.ts";
import { staff } from "../../db/schema/staff.ts";
import { defineListSource } from "../../list/listSource.ts";

/** The list of the console's accounts. */
export const staffList = defineListSource<z.output<typeof staffCalls.staffList.body>>()({
  table: staff,
  id: staff.id,
  createdAt: staff.createdAt,
  baseCondition: isNull(staff.deletedAt),
  search: staff.search,
  phones: [staff.phoneNumber],
  sortable: {
    createdAt: staff.createdAt,
    name: staff.nameOrder,
    lastLoginAt: staff.lastLoginAt,
    status: staff.status,
  },
  filters: {
    role: (value) => arrayContains(staff.roles, [value]),
    status: (value) => eq(staff.status, value),
  },
});
