import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { LiveTasks } from "./LiveTasks.tsx";

export const meta = {
  path: "/page/page",
  title: "实时任务",
  group: "page",
  order: 1,
  icon: "IconDrone",
  roles: ["admin", "operator", "duty", "maintainer"],
} as const satisfies PageMeta;

export default LiveTasks;
