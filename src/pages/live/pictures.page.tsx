import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { PictureGrid } from "./pictures/PictureGrid.tsx";

export const meta = {
  path: "/page/pictures",
  title: "视频宫格",
  group: "page",
  order: 22,
  icon: "IconDrone",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/task/start/list",
  hidden: true,
} as const satisfies PageMeta;

export default PictureGrid;
