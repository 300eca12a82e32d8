import type { ListPlan } from "../listPlan.ts";
import { namesOf } from "./conditions.ts";

const own: Readonly<Record<string, string>> = {
  page: "页码",
  pageNo: "页码",
  size: "每页条数",
  pageSize: "每页条数",
  sort: "排序",
};

/** What a list calls these parameters of an address, each once; a name that it does not know stays as it is. */
export function parameterWords(
  names: readonly string[],
  { filters, tabs }: Pick<ListPlan, "filters" | "tabs">,
): string[] {
  const wordsOf = (name: string) =>
    own[name] ??
    filters.find((filter) => namesOf(filter).includes(name))?.label ??
    (name === tabs?.name ? "分类" : name);
  return [...new Set(names.map(wordsOf))];
}
