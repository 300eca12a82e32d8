import { staffCalls, staffStatus } from "../../../adapters/contract/staff.ts";
import { listPage } from "../../list/listPage.tsx";
import { consoleRole } from "../../list/people/consoleRole.ts";
import { disableStaff, enableStaff, resetStaff, unlockStaff } from "./staffActions.ts";
import { staffForm } from "./staffForm.ts";

/** The console's own accounts. */
export const ConsoleStaff = listPage({
  name: "staff",
  noun: "后台账号",
  call: staffCalls.staffList,
  detailCall: staffCalls.staffOne,
  getTitle: (row) => row.name,
  form: staffForm,
  rowActions: [resetStaff, unlockStaff, enableStaff, disableStaff],
  columns: [
    { key: "name", title: "姓名", width: 120, main: true, sort: "name" },
    { key: "status", title: "状态", width: 100, as: "tag", dictionary: staffStatus, sort: "status" },
    {
      key: "phoneNumber",
      title: "手机号",
      width: 160,
      as: "phone",
      reveal: { entity: "staff", field: "phoneNumber" },
    },
    {
      key: "roles",
      title: "角色",
      width: 200,
      as: "custom",
      cell: ({ roles }) => roles.map(consoleRole.label).join("、"),
    },
    {
      key: "mustChange",
      title: "密码",
      width: 120,
      as: "custom",
      cell: ({ mustChange }) => (mustChange ? "初始密码" : "已修改"),
    },
    { key: "lockedUntil", title: "锁定至", width: 180, as: "time" },
    { key: "lastLoginAt", title: "最近登录", width: 180, as: "time", sort: "lastLoginAt" },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "姓名 / 完整手机号或后四位" },
    { kind: "select", name: "role", label: "角色", dictionary: consoleRole },
    { kind: "select", name: "status", label: "状态", dictionary: staffStatus },
  ],
});
