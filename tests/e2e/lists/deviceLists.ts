import { defineList, type ListSpec } from "./listSpec.ts";

const viewTools = ["刷新", "行高", "列设置"];
const viewToolsWithCards = ["刷新", "卡片", "行高", "列设置"];

/** The lists of cloud boxes and hangars. The cards are tested in `tests/e2e/operate/airport.test.ts`. */
export const deviceLists: readonly ListSpec[] = [
  defineList({
    path: "/operate/boxPage",
    account: "admin",
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
    noPhones: true,
    actionsByRole: {
      admin: {
        toolbar: ["新增", "导出", "导入", "设备接入", "批量绑定", "批量解绑", ...viewTools],
        row: ["编辑", "解绑"],
      },
      operator: { toolbar: ["导出", ...viewTools], row: [] },
      finance: null,
      maintainer: {
        toolbar: ["新增", "导出", "导入", "设备接入", "批量绑定", "批量解绑", ...viewTools],
        row: ["编辑", "解绑"],
      },
      duty: { toolbar: ["导出", ...viewTools], row: [] },
    },
  }),
  defineList({
    path: "/operate/airport",
    account: "admin",
    total: 24,
    keyword: { text: "7CTDM00100001", matches: 1 },
    choice: { label: "状态", option: "停用检修", params: { status: "service" }, matches: 3 },
    sort: { title: "序列号", field: "sn" },
    columns: ["机场名称", "状态", "序列号", "所属企业", "舱盖", "无人机", "电量", "气象", "位置", "最近心跳"],
    noPhones: true,
    actionsByRole: {
      admin: {
        toolbar: ["新增", "导出", "导入", "设备接入", ...viewToolsWithCards],
        row: ["编辑", "停用检修"],
      },
      operator: { toolbar: ["导出", ...viewToolsWithCards], row: [] },
      finance: null,
      maintainer: {
        toolbar: ["新增", "导出", "导入", "设备接入", ...viewToolsWithCards],
        row: ["编辑", "停用检修"],
      },
      duty: { toolbar: ["导出", ...viewToolsWithCards], row: [] },
    },
  }),
  defineList({
    path: "/zones",
    account: "admin",
    total: 20,
    keyword: { text: "首都机场", matches: 1 },
    choice: { label: "类型", option: "禁飞区", params: { kind: "noFly" }, matches: 6 },
    sort: { title: "名称", field: "name" },
    columns: [
      "名称",
      "类型",
      "此刻",
      "范围",
      "高度",
      "开始时间",
      "结束时间",
      "每周时段",
      "状态",
      "所属企业",
      "更新时间",
    ],
    noPhones: true,
    actionsByRole: {
      admin: {
        toolbar: ["新增", "导出", "导入", "实时地图", ...viewTools],
        row: ["编辑", "复制", "拆分", "删除"],
      },
      operator: {
        toolbar: ["新增", "导出", "导入", "实时地图", ...viewTools],
        row: ["编辑", "复制", "拆分", "删除"],
      },
      finance: null,
      maintainer: {
        toolbar: ["新增", "导入", "实时地图", ...viewTools],
        row: ["编辑", "复制", "拆分", "删除"],
      },
      duty: { toolbar: ["导出", "实时地图", ...viewTools], row: [] },
    },
  }),
];
