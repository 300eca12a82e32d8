import { defineList } from "./listSpec.ts";

const viewTools = ["刷新", "行高", "列设置"];

export const invoiceList = defineList({
  path: "/order/invoice",
  account: "admin",
  total: 700,
  keyword: { text: "100000000411300", matches: 1 },
  choice: { label: "抬头类型", option: "个人", params: { titleType: "person" }, matches: 28 },
  sort: { title: "价税合计", field: "amountFen" },
  columns: [
    "发票抬头",
    "状态",
    "价税合计",
    "发票号码",
    "税号",
    "发票类型",
    "不含税",
    "税额",
    "订单",
    "企业",
    "申请人",
    "申请时间",
    "开票日期",
    "红字发票号码",
  ],
  noPhones: true,
  createLink: { label: "去订单列表", path: "/order/orderList" },
  actionsByRole: {
    admin: { toolbar: ["导出", ...viewTools], row: ["开票", "备注", "驳回", "撤回"] },
    operator: { toolbar: ["导出", ...viewTools], row: ["备注", "撤回"] },
    finance: { toolbar: ["导出", ...viewTools], row: ["开票", "备注", "驳回"] },
    maintainer: null,
    duty: null,
  },
});
