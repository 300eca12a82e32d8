import { catalogLists } from "./catalogLists.ts";
import { deviceLists } from "./deviceLists.ts";
import { invoiceList } from "./invoiceList.ts";
import { defineList, type ListSpec } from "./listSpec.ts";
import { orderList } from "./orderList.ts";
import { smsList } from "./smsList.ts";

const viewTools = ["刷新", "行高", "列设置"];

export const companyList = defineList({
  path: "/account/accountList",
  account: "admin",
  total: 61,
  keyword: { text: "电力巡检", matches: 7 },
  choice: { label: "状态", option: "已冻结", params: { status: "frozen" }, matches: 3 },
  sort: { title: "企业名称", field: "name" },
  columns: [
    "企业名称",
    "状态",
    "到期时间",
    "客户经理",
    "联系电话",
    "实收金额",
    "到期服务",
    "30 天内到期（项）",
    "创建时间",
    "联系人",
    "级别",
    "类型",
    "地区",
    "登录手机号",
    "渠道",
    "用户数",
    "云盒数",
    "冻结原因",
    "统一社会信用代码",
  ],
  linkActions: ["创建订单", "续费"],
  actionsByRole: {
    admin: {
      toolbar: [
        "新增",
        "导出",
        "导入",
        "群发短信",
        "批量改经理",
        "批量改级别",
        "批量冻结",
        "批量解冻",
        ...viewTools,
      ],
      row: ["编辑", "子账号", "服务", "创建订单", "续费", "开票信息", "Logo", "访问密钥", "重置密码", "冻结"],
    },
    operator: {
      toolbar: [
        "新增",
        "导出",
        "导入",
        "群发短信",
        "批量改经理",
        "批量改级别",
        "批量冻结",
        "批量解冻",
        ...viewTools,
      ],
      row: ["编辑", "子账号", "服务", "创建订单", "续费", "开票信息", "Logo", "重置密码", "冻结"],
    },
    finance: { toolbar: ["导出", ...viewTools], row: ["子账号", "服务"] },
    maintainer: null,
    duty: null,
  },
});

const userList = defineList({
  path: "/account/userList",
  account: "admin",
  total: 400,
  keyword: { text: "傅凯瑞", matches: 1 },
  choice: { label: "状态", option: "已冻结", params: { status: "frozen" }, matches: 21 },
  sort: { title: "姓名", field: "name" },
  columns: ["姓名", "状态", "手机号", "所属企业", "角色", "执照编号", "最近登录", "创建时间"],
  createLink: { label: "去新增企业", path: "/account/accountList" },
  actionsByRole: {
    admin: {
      toolbar: ["导出", "导入", "群发短信", "批量冻结", "批量解冻", ...viewTools],
      row: ["转移", "重置密码", "发短信", "冻结"],
    },
    operator: {
      toolbar: ["导出", "导入", "群发短信", "批量冻结", "批量解冻", ...viewTools],
      row: ["转移", "重置密码", "发短信", "冻结"],
    },
    finance: { toolbar: ["导出", ...viewTools], row: [] },
    maintainer: null,
    duty: null,
  },
});

const staffList = defineList({
  path: "/account/userList?tab=staff",
  account: "admin",
  total: 17,
  keyword: { text: "文静", matches: 1 },
  choice: { label: "状态", option: "已停用", params: { status: "disabled" }, matches: 2 },
  sort: { title: "姓名", field: "name" },
  columns: [
    "姓名",
    "状态",
    "手机号",
    "角色",
    "部门",
    "数据范围",
    "密码",
    "二次验证",
    "锁定至",
    "最近登录",
    "创建时间",
  ],
  actionsByRole: {
    admin: { toolbar: ["新增", "导出", "部门", "角色权限", ...viewTools], row: ["编辑", "重置密码", "启用"] },
    operator: null,
    finance: null,
    maintainer: null,
    duty: null,
  },
});

/**
 * The lists whose number of rows is fixed. That of the others changes with each login, export, order or simulated
 * drone; their own behaviour is tested beside them, and the list engine by these.
 */
export const lists: readonly ListSpec[] = [
  companyList,
  userList,
  staffList,
  orderList,
  invoiceList,
  ...catalogLists,
  smsList,
  ...deviceLists,
];
