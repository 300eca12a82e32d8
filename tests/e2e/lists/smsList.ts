import { defineList } from "./listSpec.ts";

const toolbar = ["导出", "群发", "单发", "模板", "批量重发", "批量删除", "刷新", "行高", "列设置"];

export const smsList = defineList({
  path: "/msg/msgList",
  account: "operator",
  total: 3000,
  keyword: { text: "0540", matches: 5 },
  choice: { label: "类型", option: "营销", params: { type: "marketing" }, matches: 510 },
  sort: { title: "计费条数", field: "parts" },
  columns: [
    "内容",
    "状态",
    "手机号",
    "收件人",
    "企业",
    "类型",
    "模板",
    "签名",
    "计费条数",
    "失败原因",
    "批次",
    "发送人",
    "创建时间",
    "送达时间",
  ],
  actionsByRole: {
    admin: { toolbar, row: ["重发", "删除"] },
    operator: { toolbar, row: ["重发", "删除"] },
    finance: null,
    maintainer: null,
    duty: null,
  },
});
