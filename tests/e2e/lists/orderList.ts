import { defineList } from "./listSpec.ts";

const viewTools = ["刷新", "行高", "列设置"];

export const orderList = defineList({
  path: "/order/orderList",
  account: "admin",
  total: 2000,
  keyword: { text: "-00012", matches: 1 },
  choice: { label: "类型", option: "试用", params: { type: "trial" } },
  sort: { title: "企业", field: "companyName" },
  columns: [
    "订单号",
    "企业",
    "状态",
    "应付",
    "已付",
    "创建时间",
    "未付",
    "到账时间",
    "支付方式",
    "发票",
    "类型",
    "商品",
    "合同编号",
    "渠道",
    "创建人",
    "审核人",
  ],
  sumColumns: ["应付", "已付"],
  noPhones: true,
  actionsSearch: "status=auditing&invoiceStatus=none&keyword=HT-",
  // An order that the operator submitted for its audit.
  ownAction: "撤回登记",
  actionsByRole: {
    admin: { toolbar: ["新增", "导出", "申请发票", ...viewTools], row: ["审核", "申请发票"] },
    operator: { toolbar: ["新增", "导出", "申请发票", ...viewTools], row: ["申请发票"] },
    finance: { toolbar: ["导出", ...viewTools], row: ["审核"] },
    maintainer: null,
    duty: null,
  },
});
