import { lookUp } from "../../../adapters/contract/lookUp.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { ListConfig } from "../listConfig.ts";
import { getConditionNames } from "./conditions.ts";

const ownLabels: Readonly<Record<string, string>> = {
  page: "页码",
  pageNo: "页码",
  size: "每页条数",
  pageSize: "每页条数",
  sort: word.sort,
};

/** Labels of URL parameters without duplicates; unknown names stay as they are. */
export function getParameterLabels(
  names: readonly string[],
  { filters, tabs }: Pick<ListConfig, "filters" | "tabs">,
): string[] {
  const toLabel = (name: string) =>
    lookUp(ownLabels, name) ??
    filters.find((filter) => getConditionNames(filter).includes(name))?.label ??
    (name === tabs?.name ? "分类" : name);
  return [...new Set(names.map(toLabel))];
}
