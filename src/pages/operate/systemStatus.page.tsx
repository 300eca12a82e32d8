import type { PageHelp } from "../../pageApi/pageHelp.ts";
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

export const help: PageHelp = {
  purpose: "平台自己的健康状况：进程、数据库、消息总线、等待的任务和最近的中断。",
  lines: [
    "最上面写着需要处理的事和怎样处理；没有时显示「一切正常」。",
    "每个进程一行：负责什么、占用多少 CPU 和内存、有多少连接和飞行。",
    "「实时画面」和「后台任务」各由一个进程负责，它停止后由另一个在数秒内接管。",
    "「等待写入」长时间不为零，说明数据库跟不上或不可用。",
    "多个进程时，停止的保留一小时；没有按正常步骤停止的标为「异常停止」。",
    "「最近的平台事件」列出服务的停顿、中断，以及紧急告警无人处理。",
    "页面每 5 秒更新；读不到时保留之前的状态并说明。",
    "监控系统可以读取各进程的 /metrics，见运维文档。",
  ],
};

export default SystemStatusPage;
