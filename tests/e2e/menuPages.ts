import type { Account } from "../browser/signIn.ts";

interface MenuPage {
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly roles: readonly Account[];
}

const sales = ["admin", "operator", "finance"] as const;
const operations = ["admin", "operator", "maintainer", "duty"] as const;

/** Pages of one menu group as `[path, title]`, with the roles that may open them. */
const createGroup = (
  group: string,
  roles: readonly Account[],
  ...pages: readonly (readonly [path: string, title: string])[]
): MenuPage[] => pages.map(([path, title]) => ({ path, title, group, roles }));

/** The menu of the specification and the two beside them, with the roles that may open each page. Written by hand. */
export const menuPages: readonly MenuPage[] = [
  ...createGroup("任务管理", operations, ["/page/page", "实时任务"], ["/page/directive", "历史任务"]),
  ...createGroup("账号管理", sales, ["/account/accountList", "账号列表"], ["/account/userList", "用户列表"]),
  ...createGroup(
    "订单管理",
    sales,
    ["/order/orderList", "订单列表"],
    ["/order/invoice", "发票列表"],
    ["/order/payment", "回款流水"],
    ["/order/receivable", "应收账款"],
  ),
  ...createGroup("商品管理", sales, ["/goods/goodsList", "商品列表"], ["/goods/serviceList", "服务列表"]),
  ...createGroup("渠道管理", sales, ["/channel/channelList", "渠道列表"]),
  ...createGroup("消息管理", ["admin", "operator"], ["/msg/msgList", "消息列表"]),
  ...createGroup("运维管理", operations, ["/operate/boxPage", "云盒管理"], ["/operate/airport", "机场管理"]),
  ...createGroup("数据统计", sales, ["/statistics/echarts", "增量统计"], ["/statistics/page7", "地域分布"]),
];

const ownTitles: readonly string[] = ["回款流水", "应收账款"];

/** The pages that the specification has: all that the menu of another platform shows. */
export const specifiedPages = menuPages.filter(({ title }) => !ownTitles.includes(title));
