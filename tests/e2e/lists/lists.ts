import { catalogLists } from "./catalogLists.ts";
import { deviceLists } from "./deviceLists.ts";
import { invoices } from "./invoiceList.ts";
import type { ListUnderTest } from "./listUnderTest.ts";
import { orders } from "./orderList.ts";
import { sms } from "./smsList.ts";

const views = ["刷新", "行高", "列设置"];

const companies: ListUnderTest = {
  name: "账号列表",
  path: "/account/accountList",
  noun: "企业",
  account: "admin",
  call: "/company/pageList",
  one: "/x/one/company/",
  memory: "list.company",
  total: 60,
  keyword: { text: "电力巡检", finds: 7 },
  choice: { label: "状态", option: "已冻结", wire: { status: "frozen" }, finds: 3 },
  sort: { title: "企业名称", field: "name" },
  columns: [
    "企业名称",
    "状态",
    "统一社会信用代码",
    "类型",
    "级别",
    "地区",
    "联系人",
    "联系电话",
    "登录手机号",
    "渠道",
    "客户经理",
    "用户数",
    "云盒数",
    "订单总额",
    "冻结原因",
    "到期时间",
    "创建时间",
  ],
  hide: "联系人",
  selectable: true,
  export: "/company/export",
  leads: ["创建订单", "续费"],
  offers: {
    admin: {
      toolbar: ["新增", "导出", "批量冻结", "批量解冻", ...views],
      row: ["编辑", "子账号", "服务", "创建订单", "续费", "Logo", "访问密钥", "重置密码", "冻结"],
    },
    operator: {
      toolbar: ["新增", "导出", "批量冻结", "批量解冻", ...views],
      row: ["编辑", "子账号", "服务", "创建订单", "续费", "Logo", "重置密码", "冻结"],
    },
    finance: { toolbar: ["导出", ...views], row: ["子账号", "服务"] },
    maintainer: null,
    duty: null,
  },
};

const users: ListUnderTest = {
  name: "用户列表 企业用户",
  path: "/account/userList",
  noun: "用户",
  account: "admin",
  call: "/user/pageList",
  one: "/x/one/user/",
  memory: "list.user",
  total: 400,
  keyword: { text: "傅凯瑞", finds: 1 },
  choice: { label: "状态", option: "已冻结", wire: { status: "frozen" }, finds: 21 },
  sort: { title: "姓名", field: "name" },
  columns: ["姓名", "状态", "手机号", "所属企业", "角色", "执照编号", "最近登录", "创建时间"],
  hide: "执照编号",
  selectable: true,
  begins: { label: "去新增企业", path: "/account/accountList" },
  offers: {
    admin: {
      toolbar: ["批量冻结", "批量解冻", "群发短信", ...views],
      row: ["转移", "重置密码", "发短信", "冻结"],
    },
    operator: {
      toolbar: ["批量冻结", "批量解冻", "群发短信", ...views],
      row: ["转移", "重置密码", "发短信", "冻结"],
    },
    finance: { toolbar: views, row: [] },
    maintainer: null,
    duty: null,
  },
};

const staff: ListUnderTest = {
  name: "用户列表 后台账号",
  path: "/account/userList?tab=staff",
  noun: "后台账号",
  account: "admin",
  call: "/x/staff/list",
  one: "/x/one/staff/",
  memory: "list.staff",
  total: 17,
  keyword: { text: "文静", finds: 1 },
  choice: { label: "状态", option: "已停用", wire: { status: "disabled" }, finds: 2 },
  sort: { title: "姓名", field: "name" },
  columns: ["姓名", "状态", "手机号", "角色", "密码", "锁定至", "最近登录", "创建时间"],
  hide: "密码",
  selectable: false,
  offers: {
    admin: { toolbar: ["新增", ...views], row: ["编辑", "重置密码", "启用"] },
    operator: null,
    finance: null,
    maintainer: null,
    duty: null,
  },
};

/** Every list of the console; a new list page adds its entry, and the whole contract holds for it. */
export const lists: readonly ListUnderTest[] = [
  companies,
  users,
  staff,
  orders,
  invoices,
  ...catalogLists,
  sms,
  ...deviceLists,
];

/** Of each kind one or more: two with pages and an export, a tree. What the engine does alike for all is tried on these. */
const inFull: readonly string[] = ["账号列表", "订单列表", "服务列表"];
export const isInFull = ({ name }: ListUnderTest): boolean => inFull.includes(name);
