import { arrayContains } from "drizzle-orm";
import { roleLabels } from "../../../adapters/contract/roles.ts";
import { type StaffRow, staffCalls, staffFieldLabels, staffRow } from "../../../adapters/contract/staff.ts";
import * as word from "../../../adapters/contract/words.ts";
import { staff } from "../../db/schema/staff.ts";
import { textColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
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

const column = createRowColumns(staffRow, staffFieldLabels);

/** The workbook of 后台账号. */
const staffSheet: RowSheet<StaffRow> = {
  title: word.staff,
  columns: [
    column.text("name", 12),
    column.label("status", 10),
    column.text("phoneNumber", 16),
    column.text("roles", 24, ({ roles, ownRoleName }) =>
      ownRoleName === "" ? roles.map((role) => roleLabels[role]).join("、") : ownRoleName,
    ),
    textColumn("departmentName", word.department, 14, ({ departmentName }) => departmentName),
    column.label("dataScope", 10),
    textColumn("mustChange", word.password, 12, ({ mustChange }) =>
      mustChange ? word.initialPassword : "已修改",
    ),
    column.text("secondFactor", 12, ({ secondFactor }) => (secondFactor ? word.enabled : "未启用")),
    column.time("lockedUntil"),
    column.time("lastLoginAt"),
    column.time("createdAt"),
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
