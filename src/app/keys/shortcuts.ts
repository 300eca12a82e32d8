import { lookUp } from "../../../adapters/contract/lookUp.ts";
import * as word from "../../../adapters/contract/words.ts";

/** What the keys of a list do. */
export type ListCommand = "search" | "add" | "nextRow" | "previousRow" | "selectRow" | "editRow";

/** What a key does: in the list that is shown, or on every page. */
export type Shortcut =
  | { readonly type: "help" }
  | { readonly type: "list"; readonly command: ListCommand }
  | { readonly type: "open"; readonly path: string }
  /** The first of two keys: the next one names a page. */
  | { readonly type: "go" };

interface ShortcutKey<Name extends string> {
  readonly key: string;
  readonly name: Name;
  readonly label: string;
}

export const listKeys: readonly ShortcutKey<ListCommand>[] = [
  { key: "/", name: "search", label: "到第一个查询条件" },
  { key: "n", name: "add", label: word.add },
  { key: "j", name: "nextRow", label: "下一行" },
  { key: "k", name: "previousRow", label: "上一行" },
  { key: "x", name: "selectRow", label: "选择或取消选择这一行" },
  { key: "e", name: "editRow", label: "编辑这一行" },
];

/**
 * Pages by the letter after `g`: the initial of the pinyin or of the English name. Not J, K, L and V, which act on
 * pages of flights.
 */
export const pageKeys: Readonly<Record<string, string>> = {
  s: "/page/page",
  h: "/page/directive",
  z: "/account/accountList",
  u: "/account/userList",
  d: "/order/orderList",
  f: "/order/invoice",
  p: "/goods/goodsList",
  w: "/goods/serviceList",
  q: "/channel/channelList",
  m: "/msg/msgList",
  y: "/operate/boxPage",
  a: "/operate/airport",
  t: "/statistics/echarts",
  b: "/statistics/page7",
};

/** How long `g` waits for its second key, ms. */
export const goTimeoutMs = 1_500;

/**
 * What a key does; null where it does nothing.
 * @param isGoing whether the key before was `g`
 */
export function findShortcut(key: string, isGoing: boolean): Shortcut | null {
  if (isGoing) {
    const path = lookUp(pageKeys, key);
    return path === undefined ? null : { type: "open", path };
  }
  if (key === "?" || key === "？") return { type: "help" };
  if (key === "g") return { type: "go" };
  const found = listKeys.find((listKey) => listKey.key === key);
  return found ? { type: "list", command: found.name } : null;
}
