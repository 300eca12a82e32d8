import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { ComingSoonPage } from "../../ui/ComingSoonPage.tsx";

export const meta = {
  path: "/page/directive",
  title: "历史任务",
  group: "page",
  order: 2,
  icon: "IconHistory",
  roles: ["admin", "operator", "duty", "maintainer"],
} as const satisfies PageMeta;

export default function Page() {
  return <ComingSoonPage title="历史任务" description="已结束任务的查询、航迹回放与视频。" />;
}
