import { staffCalls } from "../../../adapters/contract/staff.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { tabbedPage } from "../../list/tabbedPage.tsx";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { CompanyUsers } from "./CompanyUsers.tsx";
import { ConsoleStaff } from "./ConsoleStaff.tsx";

export const meta = {
  path: "/account/userList",
  title: "用户列表",
  group: "account",
  order: 2,
  icon: "IconUsers",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default tabbedPage([
  { key: "company", title: "企业用户", call: userCalls.userPageList, page: CompanyUsers },
  { key: "staff", title: "后台账号", call: staffCalls.staffList, page: ConsoleStaff },
]);
