import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { LiveTasks } from "./LiveTasks.tsx";

export const meta = {
  path: "/page/page",
  title: "实时任务",
  group: "page",
  order: 1,
  icon: "IconDrone",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/task/start/list",
} as const satisfies PageMeta;

export default LiveTasks;
