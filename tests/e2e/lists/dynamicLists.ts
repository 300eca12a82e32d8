/**
 * Lists whose number of rows changes with each login, export, payment, screen, declined phone and simulated drone, so they are not in
 * `lists.ts`. Their own behaviour is tested in `tests/e2e/admin`, `orders`, `operate`, `msg`, `wall` and `history`; the list engine is
 * covered by the other lists.
 */
export const dynamicLists = [
  { path: "/audit", call: "/x/audit/list", export: "/x/audit/export" },
  { path: "/exports", call: "/x/export/list", export: undefined },
  { path: "/sessions", call: "/x/session/list", export: "/x/session/export" },
  { path: "/deviceAccess?tab=drones", call: "/x/drone/list", export: "/x/drone/export" },
  { path: "/page/directive", call: "/task/history/list", export: "/x/task/history/export" },
  { path: "/dutyLog", call: "/x/duty/log", export: "/x/duty/log/export" },
  { path: "/alarms", call: "/x/alarm/list", export: "/x/alarm/export" },
  { path: "/order/payment", call: "/x/orderPay/pageList", export: "/x/orderPay/export" },
  { path: "/screens", call: "/x/screen/list", export: "/x/screen/export" },
  { path: "/rules", call: "/x/rule/list", export: "/x/rule/export" },
  { path: "/msg/msgList?tab=declined", call: "/x/sms/decline/list", export: "/x/sms/decline/export" },
] as const;
