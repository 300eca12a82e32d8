/** A list's query. The URL is its only storage; the machine changes it by navigating. */
export interface ListQuery {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" };
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface ListPage<Row> {
  readonly list: readonly Row[];
  readonly total: number;
  /** What the answer did not allow to show, and why, in words. */
  readonly notices?: readonly string[];
}

/** Key that is equal for equal filters or queries. Key order does not matter; undefined equals absent. */
export function toQueryKey(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Number of the last page; an empty list has one page. */
export const lastPageNumber = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(total / pageSize));
