import type { ApiClient } from "../../../process/apiClient.ts";

/** A list page, as the list and export drivers need it. */
export interface ListTarget {
  readonly title: string;
  /**
   * Coverage of the list machine: every transition on one page (`whole`), every state (`brief`), or one path through
   * the loading states (`once`). The list engine is the same for all.
   */
  readonly walk: "whole" | "brief" | "once";
  readonly noun: string;
  readonly address: string;
  /** Path of the list call. */
  readonly call: string;
  readonly selectable: boolean;
  /** URL pattern of the call that 批量冻结 sends for each row; null if batches are not tested here. */
  readonly freezePattern: string | null;
  /** Path of the export call, or null. */
  readonly exportPath: string | null;
  /** Creates a first row if the demo data has none. */
  readonly createFirstRow?: (admin: ApiClient) => Promise<unknown>;
}

/** Every list of the console; tests/model/listPages.test.ts fails if a page is missing here. */
export const listTargets: readonly ListTarget[] = [
  {
    title: "账号列表",
    walk: "whole",
    noun: "企业",
    address: "/account/accountList",
    call: "/wms/api/company/pageList",
    selectable: true,
    freezePattern: "**/wms/api/company/frozen/**",
    exportPath: "/wms/api/company/export",
  },
  {
    title: "用户列表：企业用户",
    walk: "brief",
    noun: "用户",
    address: "/account/userList",
    call: "/wms/api/user/pageList",
    selectable: true,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "用户列表：后台账号",
    walk: "brief",
    noun: "后台账号",
    address: "/account/userList?tab=staff",
    call: "/wms/api/x/staff/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "订单列表",
    walk: "once",
    noun: "订单",
    address: "/order/orderList",
    call: "/wms/api/order/v3/pageList",
    selectable: true,
    freezePattern: null,
    exportPath: "/wms/api/order/v3/export",
  },
  {
    title: "发票列表",
    walk: "once",
    noun: "发票",
    address: "/order/invoice",
    call: "/wms/api/invoice/pageList",
    selectable: false,
    freezePattern: null,
    exportPath: "/wms/api/invoice/export",
  },
  {
    title: "商品列表",
    walk: "once",
    noun: "商品",
    address: "/goods/goodsList",
    call: "/wms/api/goodsInfo/pageList",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "服务列表",
    walk: "once",
    noun: "服务",
    address: "/goods/serviceList",
    call: "/wms/api/serviceInfo/pageList",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "渠道列表",
    walk: "once",
    noun: "渠道",
    address: "/channel/channelList",
    call: "/wms/api/channelCode/pageList",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "消息列表",
    walk: "once",
    noun: "短信",
    address: "/msg/msgList",
    call: "/wms/api/sms/list/page",
    selectable: true,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "消息列表：退订名单",
    walk: "once",
    noun: "退订号码",
    address: "/msg/msgList?tab=declined",
    call: "/wms/api/x/sms/decline/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "云盒管理",
    walk: "once",
    noun: "云盒",
    address: "/operate/boxPage",
    call: "/iapi/box/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "机场管理",
    walk: "once",
    noun: "机场",
    address: "/operate/airport",
    call: "/wms/api/x/hangar/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "历史任务",
    walk: "once",
    noun: "飞行",
    address: "/page/directive",
    call: "/wms/api/task/history/list",
    selectable: true,
    freezePattern: null,
    exportPath: "/wms/api/x/task/history/export",
  },
  {
    title: "设备接入：全部无人机",
    walk: "once",
    noun: "无人机",
    address: "/deviceAccess?tab=drones",
    call: "/wms/api/x/drone/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "管制区",
    walk: "once",
    noun: "管制区",
    address: "/zones",
    call: "/wms/api/controlZone/list/page",
    selectable: false,
    freezePattern: null,
    exportPath: "/wms/api/x/zone/export",
  },
  {
    title: "操作日志",
    walk: "once",
    noun: "操作日志",
    address: "/audit",
    call: "/wms/api/x/audit/list",
    selectable: false,
    freezePattern: null,
    exportPath: "/wms/api/x/audit/export",
  },
  {
    title: "历史告警",
    walk: "once",
    noun: "告警",
    address: "/alarms",
    call: "/wms/api/x/alarm/list",
    selectable: false,
    freezePattern: null,
    exportPath: "/wms/api/x/alarm/export",
  },
  {
    title: "值班日志",
    walk: "once",
    noun: "日志",
    address: "/dutyLog",
    call: "/wms/api/x/duty/log",
    selectable: false,
    freezePattern: null,
    exportPath: "/wms/api/x/duty/log/export",
  },
  {
    title: "告警规则",
    walk: "once",
    noun: "告警规则",
    address: "/rules",
    call: "/wms/api/x/rule/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "导出中心",
    walk: "once",
    noun: "导出记录",
    address: "/exports",
    call: "/wms/api/x/export/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
    createFirstRow: ({ download }) => download("/company/export"),
  },
  {
    title: "在线会话",
    walk: "once",
    noun: "在线会话",
    address: "/sessions",
    call: "/wms/api/x/session/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
  },
  {
    title: "大屏",
    walk: "once",
    noun: "大屏",
    address: "/screens",
    call: "/wms/api/x/screen/list",
    selectable: false,
    freezePattern: null,
    exportPath: null,
    createFirstRow: ({ call }) =>
      call("POST", "/x/screen/save", { requestId: "first-screen", name: "指挥中心", layout: "map" }),
  },
];
