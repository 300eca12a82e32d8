import * as z from "zod/mini";
import { defineEnum } from "../defineEnum.ts";
import * as f from "../fields.ts";
import { normalizeKeyword } from "../identity.ts";
import * as word from "../words.ts";
import { defineQuery } from "./query.ts";

/** Kinds of records that a search finds, in the order of the groups. */
export const searchKind = defineEnum("search_kind", {
  company: "企业",
  user: "用户",
  order: "订单",
  payment: "回款",
  invoice: "发票",
  task: "任务",
  flight: "飞行",
  drone: word.drone,
  box: "云盒",
  hangar: word.hangar,
});
export type SearchKind = z.infer<typeof searchKind.schema>;

/** Hits of each kind: by default, and at most. */
export const searchLimitDefault = 5;
const searchLimitMax = 20;
/** Arguments of a search. */
export const searchRequest = z.strictObject({
  text: z
    .string()
    .check(
      z.overwrite(normalizeKeyword),
      z.minLength(1, "请输入查找内容"),
      z.maxLength(100, "查找内容最多 100 个字"),
      f.printable,
    ),
  limit: z
    .int()
    .check(
      z.minimum(1, `每类显示 1 至 ${searchLimitMax} 条`),
      z.maximum(searchLimitMax, `每类显示 1 至 ${searchLimitMax} 条`),
    ),
});

export const searchMatches = ["exact", "prefix", "other"] as const;

/** What names a record and leads to it. */
export const recordFields = {
  kind: searchKind.schema,
  id: f.id,
  /** Name, or number of a record without a name. */
  title: z.string(),
  /** What distinguishes it: company, number, model. */
  subtitle: z.string(),
  /** Value of the kind's status dictionary. */
  status: z.string(),
  /** Of an order, which is shown as 部分付款 if a part is paid; null for all others, or if the role may not see amounts. */
  paidFen: z.optional(z.nullable(z.int())),
  /** Of an invoice, which is shown as 部分红冲 if a part is reversed; null as above. */
  redFen: z.optional(z.nullable(z.int())),
  companyId: z.nullable(f.id),
  /** The order of a payment, the task of a flight; null for all others. */
  parentId: z.nullable(f.id),
};

export const searchHit = z.object({
  ...recordFields,
  paidFen: z.nullable(z.int()),
  redFen: z.nullable(z.int()),
  /** Of an order, a payment or an invoice; null where there is none, or the role may not see amounts. */
  amountFen: z.nullable(z.int()),
  /** When it was created, paid or flown. */
  at: f.instant,
  match: z.enum(searchMatches),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchResult = z.object({
  groups: z.array(z.object({ kind: searchKind.schema, hits: z.array(searchHit), hasMore: z.boolean() })),
});
export type SearchResult = z.infer<typeof searchResult>;

/** Searches everything at once; groups without hits, or that the role may not read, are absent. */
export const searchQuery = defineQuery<{ readonly text: string; readonly limit: number }>()(
  `query Search($text: String!, $limit: Int!) {
  search(text: $text, limit: $limit) {
    groups {
      kind
      hasMore
      hits { kind id title subtitle status amountFen paidFen redFen at companyId parentId match }
    }
  }
}`,
  z.object({ search: searchResult }),
);
