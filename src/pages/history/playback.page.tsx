import type { PageHelp } from "../../pageApi/pageHelp.ts";
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

export const help: PageHelp = {
  purpose: "按时间重看一次或几次飞行：航迹、事件、曲线和视频同步。",
  lines: [
    "空格播放或暂停，左右方向键移动 5 秒，按住 Shift 移动 1 秒，L 加速，J 减速。",
    "时间线上的标记是起飞、告警、拍照、降落，点标记直接跳到那一刻。",
    "航迹可按飞行、高度、速度或链路着色，点击航迹跳到该处。",
    "曲线与时间联动，事件列表中点一条也会跳过去。",
    "视频与航迹同步，没有视频的时段会说明。",
    "数据中断的地方会注明，不会补出没有的位置。",
    "几次飞行一起回放时可以对齐起飞时刻，也可以只看所选的一次。",
    "时间按北京时间，进度条旁是到起点的时长。",
  ],
};

export default Playback;
