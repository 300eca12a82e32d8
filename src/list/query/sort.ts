import type { ListQuery } from "../../../machines/listQuery.ts";

export type Sort = NonNullable<ListQuery["sort"]>;
