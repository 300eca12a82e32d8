import { canCall, type Viewer } from "../canCall.ts";
import type { Filter } from "../listDefinition.ts";

/** The filters without those that choose from a list that the user may not read. */
export const getOfferedFilters = (filters: readonly Filter[], viewer: Viewer): readonly Filter[] =>
  filters.filter(
    (filter) => filter.kind !== "choice" || !filter.source.call || canCall(filter.source.call, viewer),
  );
