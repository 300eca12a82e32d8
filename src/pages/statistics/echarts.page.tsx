import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { ComingSoonPage } from "../../ui/ComingSoonPage.tsx";

export const meta = {
  path: "/statistics/echarts",
  title: "增量统计",
  group: "statistics",
  order: 1,
  icon: "IconChartBar",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <ComingSoonPage title="增量统计" description="企业、订单与任务的增量与累计图表。" />;
}
