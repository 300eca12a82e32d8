import type { PageMeta } from "../../console/pageMeta.ts";
import { PendingPage } from "../../ui/PendingPage.tsx";

export const meta = {
  path: "/msg/msgList",
  title: "消息列表",
  group: "msg",
  order: 1,
  icon: "IconMessage",
  roles: ["admin", "operator"],
} as const satisfies PageMeta;

export default function Page() {
  return <PendingPage title="消息列表" what="短信的群发、单发与送达查询。" />;
}
