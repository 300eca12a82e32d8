import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import * as f from "./fields.ts";

/** By what a desk tells what it watches. */
export const dutyScopeBy = defineEnum("duty_scope", { all: "全部", company: "按企业", region: "按地区" });

/** Companies or regions of a desk. */
export const dutyScopeMax = 50;

/** What a desk watches, with the names that the companies or regions had when it was chosen; nothing of `all`. */
export const dutyScope = z.object({
  by: dutyScopeBy.schema,
  items: z.array(z.object({ id: f.id, name: z.string() })).check(z.maxLength(dutyScopeMax)),
});
export type DutyScope = z.infer<typeof dutyScope>;

/** What somebody has chosen; its names are read anew. */
export const dutyScopeChosen = dutyScope.check(
  z.refine(({ by, items }) => by === "all" || items.length > 0, "请至少添加一个企业或地区"),
);

/** What a desk is to watch: ids of companies, or codes of provinces, cities or counties. */
export const dutyScopeChoice = z.strictObject({
  by: dutyScopeBy.schema,
  ids: z.array(f.id).check(z.maxLength(dutyScopeMax, `最多选 ${dutyScopeMax} 个`)),
});

/** A desk watches everything unless it says otherwise. */
export const wholeScope: DutyScope = { by: "all", items: [] };

/** Names in the room of a line: the first, and how many there are. */
export function formatNames(names: readonly string[], unit: string): string {
  const [first = ""] = names;
  return names.length > 1 ? `${first}等 ${names.length} ${unit}` : first;
}

/** What a desk watches, with all names. */
export const formatWholeScope = ({ by, items }: DutyScope): string =>
  by === "all" ? dutyScopeBy.label(by) : items.map(({ name }) => name).join("、");

/** What a desk watches, in the room of a line. */
export const formatScope = ({ by, items }: DutyScope): string =>
  by === "all"
    ? dutyScopeBy.label(by)
    : formatNames(
        items.map(({ name }) => name),
        by === "company" ? "家" : "地",
      );
