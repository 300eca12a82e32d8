import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { RegionPage } from "./RegionPage.tsx";

export const meta = {
  path: "/statistics/page7",
  title: "地域分布",
  group: "statistics",
  order: 2,
  icon: "IconMap2",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default RegionPage;
