import { createContext, use } from "react";
import type { ListConfig } from "./listConfig.ts";
import { getConditionNames } from "./query/conditions.ts";

/** The conditions that the page around a list sets, such as its company; the user cannot change them. */
export type FixedConditions = Readonly<Record<string, string>>;

/** Null for a list that is a page of its own. */
export const FixedConditionsContext = createContext<FixedConditions | null>(null);

/**
 * The list as a part of the page around it: every request has the fixed conditions, the query form does not show them,
 * and neither do the rows repeat them.
 */
export function useFixedConditions(config: ListConfig): ListConfig {
  const fixed = use(FixedConditionsContext);
  return fixed === null ? config : fixConditions(config, fixed);
}

export function fixConditions(config: ListConfig, fixed: FixedConditions): ListConfig {
  return {
    ...config,
    fixed,
    filters: config.filters.filter((filter) => !getConditionNames(filter).some((name) => name in fixed)),
    columns: config.columns.filter(
      (column) => !(column.as === "link" && column.record === "company" && "companyId" in fixed),
    ),
  };
}
