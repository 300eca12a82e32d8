import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/operate/airport",
  title: "机场管理",
  group: "operate",
  order: 2,
  icon: "IconBuildingAirport",
  roles: ["admin", "maintainer", "duty", "operator"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="机场管理" what="机场的登记、位置与运行状态。" />;
}
