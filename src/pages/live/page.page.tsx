import type { PageHelp } from "../../pageApi/pageHelp.ts";
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

export const help: PageHelp = {
  purpose: "正在飞行的所有任务：在哪、多高、多快、电量多少，出了什么事。",
  lines: [
    "任务列表可搜索、筛选、排序；点一条打开它的面板，可以跟随。",
    "面板的六个数字是阶段、高度、速度、电量、离起飞点的距离和数据时间。",
    "面板下方还有附近管制区、全部飞行数据、告警、口头指令、空域与报送。",
    "告警按优先级排列；确认表示有人在处理，关闭要写明结果。",
    "接班后告警由您负责；本平台不下发飞控指令，口头指令请记下来。",
    "「图层」可开关管制区、航线、轨迹、机场、热力和底图，还有测距和视频宫格。",
    "数据停止更新时会注明从何时起；连接断开时改为每 4 秒查询一次。",
    "两小时内待起飞的任务列在下方，起飞后自动移到上面。",
    "有 P1 告警时按 F8 定位到它。",
  ],
};

export default LiveTasks;
