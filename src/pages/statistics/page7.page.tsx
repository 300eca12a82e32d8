import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { ComingSoonPage } from "../../ui/ComingSoonPage.tsx";

export const meta = {
  path: "/statistics/page7",
  title: "地域分布",
  group: "statistics",
  order: 2,
  icon: "IconMap2",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <ComingSoonPage title="地域分布" description="企业与任务的地域分布地图。" />;
}
