import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { FlightReport } from "./report/FlightReport.tsx";

export const meta = {
  path: "/page/flightReport",
  title: "飞行报告",
  group: "page",
  order: 21,
  icon: "IconHistory",
  roles: ["admin", "operator", "maintainer", "duty"],
  right: "/task/history/list",
  hidden: true,
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "一次飞行的报告：谁、何时、哪里、飞了多久、发生了什么，可以打印存档。",
  lines: [
    "内容由飞行数据自动生成，不能修改。",
    "地图上是实际航迹，中断处断开；旁边是高度、速度、电量曲线。",
    "表中列出时长、里程、最大高度、照片和视频数。",
    "告警和处理说明按时间排列。",
    "数据不完整时，报告会写明有几处中断、共多久。",
    "点「打印」按 A4 打印，或在打印窗口存为 PDF。",
    "打印时只有报告本身，菜单和按钮不上纸。",
    "「回放」打开同一次飞行的航迹回放。",
  ],
};

export default FlightReport;
