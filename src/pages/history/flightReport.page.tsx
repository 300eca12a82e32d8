import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { FlightReport } from "./report/FlightReport.tsx";

export const meta = {
  path: "/page/flightReport",
  title: "飞行报告",
  group: "page",
  order: 21,
  icon: "IconHistory",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/task/history/list",
  hidden: true,
} as const satisfies PageMeta;

export default FlightReport;
