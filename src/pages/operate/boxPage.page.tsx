import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/operate/boxPage",
  title: "云盒管理",
  group: "operate",
  order: 1,
  icon: "IconRouter",
  roles: ["admin", "maintainer", "duty", "operator"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="云盒管理" what="云盒的登记、绑定与在线状态。" />;
}
