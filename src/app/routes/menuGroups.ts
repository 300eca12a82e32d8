import {
  IconAffiliate,
  IconBuildingStore,
  IconChartHistogram,
  IconDrone,
  IconMessages,
  IconReceipt,
  IconServerCog,
  IconUserCircle,
} from "@tabler/icons-react";
import type { GroupName } from "../../console/pageMeta.ts";

/** The menu's groups in their order; the pages in them say so themselves. */
export const menuGroups: readonly {
  readonly name: GroupName;
  readonly title: string;
  readonly icon: typeof IconDrone;
}[] = [
  { name: "page", title: "任务管理", icon: IconDrone },
  { name: "account", title: "账号管理", icon: IconUserCircle },
  { name: "order", title: "订单管理", icon: IconReceipt },
  { name: "goods", title: "商品管理", icon: IconBuildingStore },
  { name: "channel", title: "渠道管理", icon: IconAffiliate },
  { name: "msg", title: "消息管理", icon: IconMessages },
  { name: "operate", title: "运维管理", icon: IconServerCog },
  { name: "statistics", title: "数据统计", icon: IconChartHistogram },
];
