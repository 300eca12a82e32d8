import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/account/accountList",
  title: "账号列表",
  group: "account",
  order: 1,
  icon: "IconBuilding",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="账号列表" what="企业账号的查询、新增、冻结与导出。" />;
}
