import type { SavedQuery } from "./savedQuery.ts";

/** The most queries that are kept of one list: more are no shortcut any more. */
export const mostQueries = 20;
/** The longest name, in characters: it stands on one line of the menu. */
export const longestName = 20;

type Queries = readonly SavedQuery[];

/** Why a query cannot be kept under this name, in words; null where it can. */
export function nameRefusal(queries: Queries, name: string): string | null {
  const wanted = name.trim();
  if (wanted === "") return "请输入名称";
  if (wanted.length > longestName) return `名称最多 ${longestName} 个字`;
  if (queries.length >= mostQueries && !queries.some((one) => one.name === wanted))
    return `最多保存 ${mostQueries} 个，请先删除不用的`;
  return null;
}

/** Why a query cannot be called so, in words; null where it can, or where it is called so already. */
export function renameRefusal(queries: Queries, name: string, to: string): string | null {
  const wanted = to.trim();
  if (wanted === name) return null;
  if (queries.some((one) => one.name === wanted)) return "已有同名的常用查询";
  return nameRefusal([], wanted);
}

/** With one more; one of the same name is replaced where it stands, and stays what the list opens with. */
export function withQuery(queries: Queries, saved: SavedQuery): SavedQuery[] {
  if (!queries.some(({ name }) => name === saved.name)) return [...queries, saved];
  return queries.map((one) => (one.name === saved.name ? { ...saved, opens: one.opens } : one));
}

export const renamed = (queries: Queries, name: string, to: string): SavedQuery[] =>
  queries.map((one) => (one.name === name ? { ...one, name: to.trim() } : one));

export const removed = (queries: Queries, name: string): SavedQuery[] =>
  queries.filter((one) => one.name !== name);

/** The list opens with this one alone; with none where the name is null. */
export const openingWith = (queries: Queries, name: string | null): SavedQuery[] =>
  queries.map((one) => ({ ...one, opens: one.name === name }));
