import { companyCalls } from "../../../adapters/contract/company.ts";
import { userCalls, userRole, userStatus } from "../../../adapters/contract/user.ts";
import { listPage } from "../../list/listPage.tsx";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { sendSmsToUser, sendSmsToUsers } from "./sendSmsToUser.ts";
import { freezeUser, freezeUsers, moveUser, resetUser, unfreezeUser, unfreezeUsers } from "./userActions.ts";

/** The users of all companies. */
export const CompanyUsers = listPage({
  name: "user",
  noun: "用户",
  call: userCalls.userPageList,
  detailCall: userCalls.userOne,
  getTitle: (row) => row.name,
  rowActions: [moveUser, resetUser, sendSmsToUser, unfreezeUser, freezeUser],
  batchActions: [freezeUsers, unfreezeUsers],
  selectionActions: [sendSmsToUsers],
  emptyStateAction: {
    description: "新增企业时会一并开通它的第一个用户",
    label: "去新增企业",
    to: "/account/accountList",
    call: companyCalls.companyCreate,
  },
  columns: [
    { key: "name", title: "姓名", width: 120, main: true, sort: "name" },
    { key: "status", title: "状态", width: 100, as: "tag", dictionary: userStatus, sort: "status" },
    {
      key: "phoneNumber",
      title: "手机号",
      width: 160,
      as: "phone",
      reveal: { entity: "user", field: "phoneNumber" },
    },
    { key: "companyName", title: "所属企业", width: 240, sort: "companyName" },
    { key: "role", title: "角色", width: 100, as: "label", dictionary: userRole },
    { key: "licenceNo", title: "执照编号", width: 170, as: "copy" },
    { key: "lastLoginAt", title: "最近登录", width: 180, as: "time", sort: "lastLoginAt" },
    { key: "createdAt", title: "创建时间", width: 180, as: "time", sort: "createdAt" },
  ],
  filters: [
    { kind: "text", name: "keyword", label: "关键字", placeholder: "姓名 / 完整手机号或后四位" },
    { kind: "choice", name: "companyId", label: "所属企业", source: companyChoices },
    { kind: "select", name: "status", label: "状态", dictionary: userStatus },
    { kind: "select", name: "role", label: "角色", dictionary: userRole },
    { kind: "days", from: "from", to: "to", label: "创建时间" },
  ],
});
