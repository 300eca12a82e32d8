import * as word from "../../../adapters/contract/words.ts";
import type { ListQuery } from "../../../machines/listQuery.ts";
import type { ListConfig } from "../listConfig.ts";

type Sort = NonNullable<ListQuery["sort"]>;
type SortColumn = Pick<ListConfig["columns"][number], "title" | "sort">;
type Ordered = Pick<ListQuery, "sort" | "filters">;

/** The words for an order that only a tab's conditions have, and that no column shows; null for any other. */
const getOwnOrderText = ({ tabs }: Pick<ListConfig, "tabs">, { sort, filters }: Ordered): string | null =>
  (!sort &&
    tabs?.extraTabs?.find(({ conditions }) =>
      Object.entries(conditions).every(([name, value]) => filters[name] === value),
    )?.orderText) ||
  null;

/** The order of the rows: as requested, or the call's own; null for a tree or tab, which has one of its own. */
export const getEffectiveSort = (
  config: Pick<ListConfig, "defaultSort" | "tree" | "tabs">,
  query: Ordered,
): Sort | null =>
  query.sort ??
  (config.tree || getOwnOrderText(config, query) !== null
    ? null
    : { field: config.defaultSort ?? "createdAt", order: "desc" });

/** The words for the order of the rows; null where no column shows it and the tab has none. */
export function getOrderText(
  config: Pick<ListConfig, "defaultSort" | "tree" | "tabs"> & { readonly columns: readonly SortColumn[] },
  query: Ordered,
): string | null {
  const sort = getEffectiveSort(config, query);
  if (sort === null) return getOwnOrderText(config, query);
  const title = config.columns.find((column) => column.sort === sort.field)?.title;
  return title === undefined ? null : `按${title}${sort.order === "asc" ? word.ascending : word.descending}`;
}
