import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { StatisticsPage } from "./StatisticsPage.tsx";

export const meta = {
  path: "/statistics/echarts",
  title: "增量统计",
  group: "statistics",
  order: 1,
  icon: "IconChartBar",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default StatisticsPage;
