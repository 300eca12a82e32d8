import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/goods/goodsList",
  title: "商品列表",
  group: "goods",
  order: 1,
  icon: "IconPackage",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="商品列表" what="商品的新增、编辑与上下架。" />;
}
