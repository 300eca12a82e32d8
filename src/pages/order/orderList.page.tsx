import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/order/orderList",
  title: "订单列表",
  group: "order",
  order: 1,
  icon: "IconReceipt",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="订单列表" what="订单的查询、新增、登记回款与财务审核。" />;
}
