import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { Playback } from "./playback/Playback.tsx";

export const meta = {
  path: "/page/playback",
  title: "航迹回放",
  group: "page",
  order: 20,
  icon: "IconHistory",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/task/history/list",
  hidden: true,
} as const satisfies PageMeta;

export default Playback;
