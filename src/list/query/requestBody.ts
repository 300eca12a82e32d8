import type { ListQuery } from "../../../machines/listQuery.ts";

/** Body of an export: conditions and sort without paging; with ids, only those rows. */
export function toExportBody(
  { sort, filters }: ListQuery,
  ids: readonly string[] = [],
): Record<string, unknown> {
  return { ...(sort ? { sort } : {}), ...filters, ...(ids.length > 0 ? { ids } : {}) };
}

/** Body of the list call. */
export function toPageBody(query: ListQuery): Record<string, unknown> {
  return { pageNo: query.pageNo, pageSize: query.pageSize, ...toExportBody(query) };
}
