/** The menu of the specification with the roles that may open each page. Written by hand. */
export const menuPages = [
  {
    path: "/page/page",
    title: "实时任务",
    group: "任务管理",
    opens: ["admin", "operator", "maintainer", "duty"],
  },
  {
    path: "/page/directive",
    title: "历史任务",
    group: "任务管理",
    opens: ["admin", "operator", "maintainer", "duty"],
  },
  {
    path: "/account/accountList",
    title: "账号列表",
    group: "账号管理",
    opens: ["admin", "operator", "finance"],
  },
  {
    path: "/account/userList",
    title: "用户列表",
    group: "账号管理",
    opens: ["admin", "operator", "finance"],
  },
  { path: "/order/orderList", title: "订单列表", group: "订单管理", opens: ["admin", "operator", "finance"] },
  { path: "/order/invoice", title: "发票列表", group: "订单管理", opens: ["admin", "operator", "finance"] },
  { path: "/goods/goodsList", title: "商品列表", group: "商品管理", opens: ["admin", "operator", "finance"] },
  {
    path: "/goods/serviceList",
    title: "服务列表",
    group: "商品管理",
    opens: ["admin", "operator", "finance"],
  },
  {
    path: "/channel/channelList",
    title: "渠道列表",
    group: "渠道管理",
    opens: ["admin", "operator", "finance"],
  },
  { path: "/msg/msgList", title: "消息列表", group: "消息管理", opens: ["admin", "operator"] },
  {
    path: "/operate/boxPage",
    title: "云盒管理",
    group: "运维管理",
    opens: ["admin", "operator", "maintainer", "duty"],
  },
  {
    path: "/operate/airport",
    title: "机场管理",
    group: "运维管理",
    opens: ["admin", "operator", "maintainer", "duty"],
  },
  {
    path: "/statistics/echarts",
    title: "增量统计",
    group: "数据统计",
    opens: ["admin", "operator", "finance"],
  },
  {
    path: "/statistics/page7",
    title: "地域分布",
    group: "数据统计",
    opens: ["admin", "operator", "finance"],
  },
] as const;
