import type { ListQuery } from "../../../machines/listQuery.ts";

/** Field and direction of a list's order. */
export type Sort = NonNullable<ListQuery["sort"]>;
