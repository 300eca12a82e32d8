import type { AnyRow, ListCall, ListDefinition } from "./definition.ts";

/** A list definition as the engine's own parts see it: any row, any field, any condition. */
export type ListPlan = { readonly call: ListCall } & ListDefinition<AnyRow, string, string>;
