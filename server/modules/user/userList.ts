import { type UserRow, userCalls, userRole, userRow, userStatus } from "../../../adapters/contract/user.ts";
import { users } from "../../db/schema/user.ts";
import { textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { buildCompanyRegionCondition } from "../region/buildRegionCondition.ts";

export type UserRecord = typeof users.$inferSelect;

/** The list of company users. */
export const userList = defineRecordSource(userCalls.userPageList, users, {
  nameOrder: users.nameOrder,
  phones: [users.phoneNumber],
  filters: {
    regionId: (value) => buildCompanyRegionCondition(users.companyId, value),
  },
});

/** A user as lists and details show it, with a masked phone. */
export const toUserRow = (record: UserRecord): UserRow =>
  toWireRow(userRow, { ...record, phoneNumber: maskPhone(record.phoneNumber) });

/** The workbook of 企业用户. */
const userSheet: RowSheet<UserRow> = {
  title: "用户列表",
  columns: [
    textColumn("name", "姓名", 12, ({ name }) => name),
    textColumn("status", "状态", 10, ({ status }) => userStatus.label(status)),
    textColumn("phoneNumber", "手机号", 16, ({ phoneNumber }) => phoneNumber),
    textColumn("companyName", "所属企业", 36, ({ companyName }) => companyName),
    textColumn("role", "角色", 10, ({ role }) => userRole.label(role)),
    textColumn("licenceNo", "执照编号", 20, ({ licenceNo }) => licenceNo),
    timeColumn("lastLoginAt", "最近登录", ({ lastLoginAt }) => lastLoginAt),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
  ],
};

export const prepareUserExport: ExportPreparer<typeof userCalls.userExport> = (body, call) =>
  prepareRowExport(call, userList, body, (_db, users) => users.map(toUserRow), userSheet);
