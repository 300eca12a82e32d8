import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/account/userList",
  title: "用户列表",
  group: "account",
  order: 2,
  icon: "IconUsers",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="用户列表" what="企业用户与后台账号的查询与管理。" />;
}
