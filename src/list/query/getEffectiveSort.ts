import type { ListQuery } from "../../../machines/listQuery.ts";
import type { ListConfig } from "../listConfig.ts";

type Sort = NonNullable<ListQuery["sort"]>;
type Ordered = Pick<ListQuery, "sort" | "filters">;

/** The words for an order that only a tab's conditions have, and that no column shows; null for any other. */
export const getOwnOrderText = (
  { tabs }: Pick<ListConfig, "tabs">,
  { sort, filters }: Ordered,
): string | null =>
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
