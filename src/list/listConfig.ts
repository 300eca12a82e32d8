import type { ListPage } from "../../machines/listQuery.ts";
import type { AnyRow, ListCall, ListDefinition } from "./listDefinition.ts";

/** A list's response without its row type; a page's own functions know more of it. */
export type ListResponse = ListPage<AnyRow>;

/** A list definition without its row, field and condition types. */
export type ListConfig = {
  readonly call: ListCall;
  readonly noun: string;
  /** Conditions of every request that the query does not show; absent for a list that is a page of its own. */
  readonly fixed?: Readonly<Record<string, string>>;
} & ListDefinition<AnyRow, string, string, ListResponse>;
