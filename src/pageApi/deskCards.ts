import type { DeskCount, RecentCount } from "../../adapters/contract/desk.ts";
import * as word from "../../adapters/contract/words.ts";

export interface DeskCard<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** The page of the list that holds the counted records; null if none does. */
  readonly path: string | null;
  /** Whether it waits for somebody: the menu shows it beside its page. */
  readonly isWaiting?: true;
}

/** What waits, in the order of the desk. */
export const deskCards: readonly (DeskCard<DeskCount> & { readonly path: string })[] = [
  { name: "myAudits", label: word.awaitsMe, path: "/order/orderList", isWaiting: true },
  { name: "refundingOrders", label: "退款中", path: "/order/orderList" },
  { name: "appliedInvoices", label: "待开票", path: "/order/invoice", isWaiting: true },
  { name: "reversingInvoices", label: "红冲中", path: "/order/invoice", isWaiting: true },
  { name: "expiringIn7Days", label: "7 天内到期的企业", path: "/account/accountList", isWaiting: true },
  { name: "expiringIn30Days", label: "30 天内到期的企业", path: "/account/accountList" },
  { name: "openAlarms", label: "未结束的告警", path: "/alarms", isWaiting: true },
  { name: "endedFlightsToday", label: "今日已结束的飞行", path: "/page/directive" },
  { name: "offlineBoxes", label: "离线云盒", path: "/operate/boxPage", isWaiting: true },
  { name: "offlineHangars", label: "离线机场", path: "/operate/airport", isWaiting: true },
  { name: "failedSms", label: "发送失败的短信", path: "/msg/msgList", isWaiting: true },
  { name: "runningExports", label: "正在导出", path: "/exports" },
  { name: "readyExports", label: "可下载的导出", path: "/exports" },
];

/** What happened since yesterday, in the order of the desk. */
export const recentCards: readonly DeskCard<RecentCount>[] = [
  { name: "newOrders", label: "新订单", path: "/order/orderList" },
  { name: "auditedOrders", label: "已审核的订单", path: null },
  { name: "paidOrders", label: "到账的订单", path: "/order/orderList" },
  { name: "newCompanies", label: "新企业", path: "/account/accountList" },
  { name: "expiredCompanies", label: "到期的企业", path: null },
  { name: "raisedAlarms", label: "发生的告警", path: "/alarms" },
  { name: "endedFlights", label: "已结束的飞行", path: "/page/directive" },
];
