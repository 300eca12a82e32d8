import type { PageHelp } from "../../pageApi/pageHelp.ts";
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

export const help: PageHelp = {
  purpose: "同时看多路实时视频，适合盯防重点任务。",
  lines: [
    "先选几画面，再为每一格选择一个在飞任务。",
    "每一格可以放大、打开声音、更换任务，或到实时任务中查看。",
    "每格标注任务、高度、速度、电量和画面的延迟。",
    "画面停住会自动重连，也可以点「重新连接」。",
    "播放方式和画质可以选择；打不开时先减少画面数，或换一种方式。",
    "任务结束后该格会注明，录像在历史任务中。",
    "尚未起飞的任务会等待，起飞后自动播放。",
    "「返回实时任务」查看位置和告警。",
  ],
};

export default PictureGrid;
