import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/page/page",
  title: "实时任务",
  group: "page",
  order: 1,
  icon: "IconDrone",
  roles: ["admin", "operator", "duty", "maintainer"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="实时任务" what="全部在飞任务的实时地图、任务列表与告警。" />;
}
