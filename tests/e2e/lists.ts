import type { Account } from "../browser/signIn.ts";

/** One list of the console, with what the demo data holds; written by hand, not read from the console. */
export interface KnownList {
  readonly title: string;
  readonly at: string;
  readonly call: string;
  readonly noun: string;
  readonly as: Account;
  readonly total: number;
  readonly keyword: string;
  readonly found: number;
  readonly sort: { readonly column: string; readonly field: string };
  readonly condition: { readonly label: string; readonly option: string; readonly parameter: string };
  /** A column that may be hidden. */
  readonly column: string;
}

export const lists: readonly KnownList[] = [
  {
    title: "企业列表",
    at: "/account/accountList",
    call: "**/wms/api/company/pageList",
    noun: "企业",
    as: "operator",
    total: 60,
    keyword: "航空",
    found: 8,
    sort: { column: "企业名称", field: "name" },
    condition: { label: "状态", option: "已冻结", parameter: "status=frozen" },
    column: "类型",
  },
  {
    title: "用户列表",
    at: "/account/userList",
    call: "**/wms/api/user/pageList",
    noun: "用户",
    as: "operator",
    total: 400,
    keyword: "王",
    found: 4,
    sort: { column: "姓名", field: "name" },
    condition: { label: "状态", option: "已冻结", parameter: "status=frozen" },
    column: "角色",
  },
  {
    title: "后台账号列表",
    at: "/account/userList?tab=staff",
    call: "**/wms/api/x/staff/list",
    noun: "后台账号",
    as: "admin",
    total: 17,
    keyword: "王",
    found: 1,
    sort: { column: "姓名", field: "name" },
    condition: { label: "状态", option: "正常", parameter: "status=normal" },
    column: "角色",
  },
];

/** The address of a list with more parameters. */
export const at = (list: KnownList, parameters: string): string =>
  `${list.at}${list.at.includes("?") ? "&" : "?"}${parameters}`;
