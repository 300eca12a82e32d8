import type { ListQuery } from "../../../machines/listQuery.ts";
import type { ListConfig } from "../listConfig.ts";

type Sort = NonNullable<ListQuery["sort"]>;

/** The order of the rows: as requested, or the call's own; null for a tree, which has one of its own. */
export const getEffectiveSort = (
  { defaultSort = "createdAt", tree }: Pick<ListConfig, "defaultSort" | "tree">,
  sort: Sort | undefined,
): Sort | null => sort ?? (tree ? null : { field: defaultSort, order: "desc" });
