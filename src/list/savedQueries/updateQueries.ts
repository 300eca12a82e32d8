import type { SavedQuery } from "./savedQuery.ts";

/** Maximum per list: more would not be a shortcut. */
export const maxQueries = 20;
/** Maximum length of a name in characters: it must fit on one line of the menu. */
export const maxNameLength = 20;

type Queries = readonly SavedQuery[];

/** Why a query cannot be saved under this name; null if it can. */
export function nameRefusal(queries: Queries, name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === "") return "请输入名称";
  if (trimmed.length > maxNameLength) return `名称最多 ${maxNameLength} 个字`;
  if (queries.length >= maxQueries && !queries.some((query) => query.name === trimmed))
    return `最多保存 ${maxQueries} 个，请先删除不用的`;
  return null;
}

/** Why a query cannot be renamed; null if it can or the name is unchanged. */
export function renameRefusal(queries: Queries, name: string, to: string): string | null {
  const trimmed = to.trim();
  if (trimmed === name) return null;
  if (queries.some((query) => query.name === trimmed)) return "已有同名的常用查询";
  return nameRefusal([], trimmed);
}

/** Adds a query; one of the same name is replaced in place and stays the default if it was. */
export function upsertQuery(queries: Queries, saved: SavedQuery): SavedQuery[] {
  if (!queries.some(({ name }) => name === saved.name)) return [...queries, saved];
  return queries.map((query) => (query.name === saved.name ? { ...saved, opens: query.opens } : query));
}

export const renameQuery = (queries: Queries, name: string, newName: string): SavedQuery[] =>
  queries.map((query) => (query.name === name ? { ...query, name: newName.trim() } : query));

export const removeQuery = (queries: Queries, name: string): SavedQuery[] =>
  queries.filter((query) => query.name !== name);

/** Makes this query the only default; null for none. */
export const setDefaultQuery = (queries: Queries, name: string | null): SavedQuery[] =>
  queries.map((query) => ({ ...query, opens: query.name === name }));
