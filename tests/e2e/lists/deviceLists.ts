import type { ListSpec } from "./listSpec.ts";

const viewTools = ["刷新", "行高", "列设置"];
const viewToolsWithCards = ["刷新", "卡片", "行高", "列设置"];

/** The lists of cloud boxes and hangars. The cards are tested in `tests/e2e/operate/airport.test.ts`. */
export const deviceLists: readonly ListSpec[] = [
  {
    name: "云盒管理",
    path: "/operate/boxPage",
    noun: "云盒",
    account: "admin",
    call: "/iapi/box/list",
    detailCall: "/x/one/box/",
    preferencesKey: "list.box",
    total: 80,
    keyword: { text: "备用云盒07", matches: 1 },
    choice: { label: "状态", option: "故障", params: { status: "fault" }, matches: 6 },
    sort: { title: "云盒名称", field: "name" },
    columns: [
      "云盒名称",
      "状态",
      "MAC 地址",
      "序列号",
      "型号",
      "所属企业",
      "绑定",
      "固件版本",
      "扩展模块",
      "接入设备",
      "最近上线",
      "创建时间",
    ],
    hidableColumn: "固件版本",
    selectable: false,
    noPhones: true,
    actionsByRole: {
      admin: { toolbar: ["新增", "设备接入", ...viewTools], row: ["编辑", "解绑"] },
      operator: { toolbar: viewTools, row: [] },
      finance: null,
      maintainer: { toolbar: ["新增", "设备接入", ...viewTools], row: ["编辑", "解绑"] },
      duty: { toolbar: viewTools, row: [] },
    },
  },
  {
    name: "机场管理",
    path: "/operate/airport",
    noun: "机场",
    account: "admin",
    call: "/x/hangar/list",
    detailCall: "/x/one/hangar/",
    preferencesKey: "list.hangar",
    total: 24,
    keyword: { text: "7CTDM00100001", matches: 1 },
    choice: { label: "状态", option: "停用检修", params: { status: "service" }, matches: 3 },
    sort: { title: "序列号", field: "sn" },
    columns: ["机场名称", "状态", "序列号", "所属企业", "舱盖", "无人机", "电量", "气象", "位置", "最近心跳"],
    hidableColumn: "气象",
    selectable: false,
    noPhones: true,
    actionsByRole: {
      admin: { toolbar: ["新增", "设备接入", ...viewToolsWithCards], row: ["编辑", "停用检修"] },
      operator: { toolbar: viewToolsWithCards, row: [] },
      finance: null,
      maintainer: { toolbar: ["新增", "设备接入", ...viewToolsWithCards], row: ["编辑", "停用检修"] },
      duty: { toolbar: viewToolsWithCards, row: [] },
    },
  },
];
