import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseMeta } from "../../build/pageMeta.ts";
import type { Account } from "../browser/signIn.ts";
import { callLines, callRoles } from "../spec/callTable.ts";
import { toServerPath } from "./lists/listSpec.ts";
import { pageLists } from "./lists/pageLists.ts";

export interface MenuPage {
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly roles: readonly Account[];
}

const sales = ["admin", "operator", "finance"] as const;
const operations = ["admin", "operator", "maintainer", "duty"] as const;

/** Pages of one menu group as `[path, title]`, with the roles that may open them. */
const createGroup = (
  group: string,
  roles: readonly Account[],
  ...pages: readonly (readonly [path: string, title: string])[]
): MenuPage[] => pages.map(([address, title]) => ({ path: address, title, group, roles }));

/**
 * The menu of the specification, with the roles that may open each page: all that the menu of another
 * platform shows. Written by hand.
 */
export const specifiedPages: readonly MenuPage[] = [
  ...createGroup("任务管理", operations, ["/page/page", "实时任务"], ["/page/directive", "历史任务"]),
  ...createGroup("账号管理", sales, ["/account/accountList", "账号列表"], ["/account/userList", "用户列表"]),
  ...createGroup("订单管理", sales, ["/order/orderList", "订单列表"], ["/order/invoice", "发票列表"]),
  ...createGroup("商品管理", sales, ["/goods/goodsList", "商品列表"], ["/goods/serviceList", "服务列表"]),
  ...createGroup("渠道管理", sales, ["/channel/channelList", "渠道列表"]),
  ...createGroup("消息管理", ["admin", "operator"], ["/msg/msgList", "消息列表"]),
  ...createGroup("运维管理", operations, ["/operate/boxPage", "云盒管理"], ["/operate/airport", "机场管理"]),
  ...createGroup("数据统计", sales, ["/statistics/echarts", "增量统计"], ["/statistics/page7", "地域分布"]),
];

/** Pages that fewer roles may open than their list, or that have none. */
const handwrittenRoles: Readonly<Record<string, readonly Account[]>> = {
  "/deviceAccess": ["admin", "maintainer"],
  "/systemStatus": ["admin", "maintainer"],
};

const project = path.resolve(import.meta.dirname, "../..");
const metas = globSync("src/pages/**/*.page.tsx", { cwd: project })
  .map((file) => parseMeta(file, readFileSync(path.join(project, file), "utf8")))
  .filter((meta) => meta["hidden"] !== true && meta["path"] !== "/desk")
  .sort((a, b) => Number(a["order"]) - Number(b["order"]));

/** The pages of a group by its short name, in their order; their roles are those of the list in `calls.csv`. */
const findPages = (group: unknown, title: string): MenuPage[] =>
  metas
    .filter((meta) => meta["group"] === group)
    .map(
      (meta): MenuPage =>
        specifiedPages.find((page) => page.path === meta["path"]) ?? {
          path: String(meta["path"]),
          title: String(meta["title"]),
          group: title,
          roles: handwrittenRoles[String(meta["path"])] ?? findListRoles(String(meta["path"])),
        },
    );

function findListRoles(address: string): Account[] {
  const list = pageLists.find((one) => one.path.split("?")[0] === address);
  const line = callLines.find(({ call }) => list && call.split(" ")[1] === toServerPath(list.call));
  if (!line) throw new Error(`${address} has no list, so its roles have to be written by hand`);
  return callRoles.filter((role) => line.reach[role] === "可");
}

/** The specified groups with the pages beside them. */
export const menuPages: readonly MenuPage[] = [...new Set(specifiedPages.map(({ group }) => group))].flatMap(
  (title) => {
    const first = specifiedPages.find(({ group }) => group === title);
    return findPages(metas.find((meta) => meta["path"] === first?.path)?.["group"], title);
  },
);

/** The pages below the specification's menu. */
export const ownPages: readonly MenuPage[] = findPages("own", "");
