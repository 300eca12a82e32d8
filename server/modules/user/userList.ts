import { type UserRow, userCalls, userFieldLabels, userRow } from "../../../adapters/contract/user.ts";
import * as word from "../../../adapters/contract/words.ts";
import { users } from "../../db/schema/user.ts";
import { defineRecord } from "../../list/defineRecord.ts";
import { ownerColumn } from "../../list/exportColumn.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { buildCompanyRegionCondition } from "../region/buildRegionCondition.ts";

export type UserRecord = typeof users.$inferSelect;

/** The list of company users. */
export const userList = defineRecordSource(userCalls.userPageList, users, {
  noun: word.user,
  nameOrder: users.nameOrder,
  phones: [users.phoneNumber],
  filters: {
    regionId: (value) => buildCompanyRegionCondition(users.companyId, value),
  },
});

/** A user as lists and details show it, with a masked phone. */
const toUserRow = (record: UserRecord): UserRow =>
  toWireRow(userRow, { ...record, phoneNumber: maskPhone(record.phoneNumber) });

export const userRecords = defineRecord(userList, toUserRow);

const column = createRowColumns(userRow, userFieldLabels);

export const prepareUserExport: ExportPreparer<typeof userCalls.userExport> = userRecords.exportTo([
  column.text("name", 12),
  column.label("status", 10),
  column.text("phoneNumber", 16),
  ownerColumn,
  column.label("role", 10),
  column.text("licenceNo", 20),
  column.time("lastLoginAt"),
  column.time("createdAt"),
]);
