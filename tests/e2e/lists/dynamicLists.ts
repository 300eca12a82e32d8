const createList = (name: string, noun: string, path: string, call: string, exportPath?: string) => ({
  name,
  noun,
  path,
  call,
  export: exportPath,
  selectable: false,
});

/**
 * Lists whose number of rows changes with each login, export, order, payment, screen, declined phone and simulated drone, so they are not in
 * `lists.ts`. Their own behaviour is tested in `tests/e2e/admin`, `orders`, `operate`, `msg`, `wall` and `history`; the list engine is
 * covered by the other lists.
 */
export const dynamicLists = [
  createList("操作日志", "操作日志", "/audit", "/x/audit/list", "/x/audit/export"),
  createList("导出中心", "导出记录", "/exports", "/x/export/list"),
  createList("在线会话", "在线会话", "/sessions", "/x/session/list", "/x/session/export"),
  createList("设备接入 全部无人机", "无人机", "/deviceAccess?tab=drones", "/x/drone/list", "/x/drone/export"),
  {
    ...createList("历史任务", "飞行", "/page/directive", "/task/history/list", "/x/task/history/export"),
    selectable: true,
  },
  createList("值班日志", "日志", "/dutyLog", "/x/duty/log", "/x/duty/log/export"),
  createList("历史告警", "告警", "/alarms", "/x/alarm/list", "/x/alarm/export"),
  createList("回款流水", "回款", "/order/payment", "/x/orderPay/pageList", "/x/orderPay/export"),
  createList("应收账款", "应收企业", "/order/receivable", "/x/receivable/list", "/x/receivable/export"),
  createList("大屏", "大屏", "/screens", "/x/screen/list", "/x/screen/export"),
  createList("告警规则", "告警规则", "/rules", "/x/rule/list", "/x/rule/export"),
  createList(
    "消息列表 退订名单",
    "退订号码",
    "/msg/msgList?tab=declined",
    "/x/sms/decline/list",
    "/x/sms/decline/export",
  ),
] as const;
