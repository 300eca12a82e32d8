import { arrayContains } from "drizzle-orm";
import { roleLabels } from "../../../adapters/contract/roles.ts";
import { dataScope, type StaffRow, staffCalls, staffStatus } from "../../../adapters/contract/staff.ts";
import { staff } from "../../db/schema/staff.ts";
import { textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { toStaffRows } from "./staffRow.ts";

/** The list of console accounts. */
export const staffList = defineRecordSource(staffCalls.staffList, staff, {
  nameOrder: staff.nameOrder,
  phones: [staff.phoneNumber],
  filters: {
    role: (value) => arrayContains(staff.roles, [value]),
  },
});

/** The workbook of 后台账号. */
const staffSheet: RowSheet<StaffRow> = {
  title: "后台账号",
  columns: [
    textColumn("name", "姓名", 12, ({ name }) => name),
    textColumn("status", "状态", 10, ({ status }) => staffStatus.label(status)),
    textColumn("phoneNumber", "手机号", 16, ({ phoneNumber }) => phoneNumber),
    textColumn("roles", "角色", 24, ({ roles }) => roles.map((role) => roleLabels[role]).join("、")),
    textColumn("departmentName", "部门", 14, ({ departmentName }) => departmentName),
    textColumn("dataScope", "数据范围", 10, (row) => dataScope.label(row.dataScope)),
    textColumn("mustChange", "密码", 12, ({ mustChange }) => (mustChange ? "初始密码" : "已修改")),
    textColumn("secondFactor", "二次验证", 12, ({ secondFactor }) => (secondFactor ? "已启用" : "未启用")),
    timeColumn("lockedUntil", "锁定至", ({ lockedUntil }) => lockedUntil),
    timeColumn("lastLoginAt", "最近登录", ({ lastLoginAt }) => lastLoginAt),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
  ],
};

export const prepareStaffExport: ExportPreparer<typeof staffCalls.staffExport> = (body, call) =>
  prepareRowExport(
    call,
    staffList,
    body,
    (db, people) => toStaffRows({ db, now: call.now }, people),
    staffSheet,
  );
