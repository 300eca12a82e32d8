import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { SystemStatusPage } from "./system/SystemStatus.tsx";

export const meta = {
  path: "/systemStatus",
  title: "运行状态",
  group: "own",
  order: 10,
  icon: "IconActivity",
  roles: ["admin", "maintainer"],
  right: "/x/system/status",
} as const satisfies PageMeta;

export default SystemStatusPage;
