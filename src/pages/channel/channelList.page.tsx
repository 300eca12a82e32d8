import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/channel/channelList",
  title: "渠道列表",
  group: "channel",
  order: 1,
  icon: "IconAffiliate",
  roles: ["admin", "operator", "finance"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="渠道列表" what="渠道码的新增、停用与佣金。" />;
}
