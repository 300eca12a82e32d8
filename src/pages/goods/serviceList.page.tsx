import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/goods/serviceList",
  title: "服务列表",
  group: "goods",
  order: 2,
  icon: "IconListTree",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="服务列表" what="服务目录的维护与上下架。" />;
}
