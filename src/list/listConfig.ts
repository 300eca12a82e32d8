import type { ListPage } from "../../machines/listQuery.ts";
import type { AnyRow, ListCall, ListDefinition } from "./listDefinition.ts";

/** A list's answer as the engine's own parts see it; a page's own functions know what else it holds. */
export type ListResponse = ListPage<AnyRow>;

/** A list definition as the engine's own parts see it: any row, any field, any condition. */
export type ListConfig = { readonly call: ListCall } & ListDefinition<AnyRow, string, string, ListResponse>;
