import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/order/invoice",
  title: "发票列表",
  group: "order",
  order: 2,
  icon: "IconFileInvoice",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="发票列表" what="发票的申请、开票、驳回与红冲。" />;
}
