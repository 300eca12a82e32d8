import { defineCalls } from "./endpoint.ts";
import { statisticsCalls } from "./statistics.ts";

/** 增量统计 as a workbook. By itself, as the pages of 数据统计 are the only ones that need it. */
export const statisticsExportCalls = defineCalls({
  statisticsExport: {
    host: "api",
    method: "POST",
    path: "/x/statistics/export",
    summary: "导出增量统计",
    access: statisticsCalls.statisticsCompany.access,
    audit: "export",
    isRateLimited: true,
    kind: "blob",
    body: statisticsCalls.statisticsCompany.body,
  },
});
