/** What a list shows: it lives in the URL alone, a machine only asks to go there. */
export interface ListQuery {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" };
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface ListPage<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** One text for equal filters or queries, whatever the order of their keys; absent and undefined are the same. */
export function toQueryKey(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The last page of that many rows; an empty list has one page. */
export const lastPageNumber = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(total / pageSize));
