import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { id, printable } from "./fields.ts";
import { normalizeKeyword } from "./identity.ts";

/** Page sizes offered by the console; calls accept 1 to 200. */
export const pageSizes = [10, 20, 50, 100, 200] as const;
export const defaultPageSize = 50;

/** Rows of a list that is answered without pages; its handler reads no more. */
export const wholeListMax = 1_000;
export const wholeList = <S extends z.ZodMiniType>(row: S) => z.array(row).check(z.maxLength(wholeListMax));

/** Events or alarms of one task; a recording has thousands of messages. */
export const taskEventsMax = 200_000;

const keyword = z
  .string()
  .check(z.overwrite(normalizeKeyword), z.maxLength(100, "关键字最多 100 个字"), printable);
const instant = z.iso.datetime();

/** Filters of every list: a keyword over the columns that the call names, and an inclusive time range. */
export const commonFilters = {
  keyword: z.optional(keyword),
  from: z.optional(instant),
  to: z.optional(instant),
  ids: z.optional(z.array(id).check(z.maxLength(200, "最多选择 200 条"))),
};

/** A filter that matches one value, or any of several. */
export const anyOf = <S extends z.ZodMiniType>(value: S) =>
  z.union([value, z.array(value).check(z.minLength(1, "至少选择一项"), z.maxLength(20, "最多选择 20 项"))]);

/** The values of such a filter. */
export const toValues = <T extends string>(value: T | readonly T[]): readonly T[] =>
  typeof value === "string" ? [value] : value;

const sortSchema = <const S extends readonly [string, ...string[]]>(fields: S) =>
  z.optional(z.strictObject({ field: z.enum(fields), order: z.enum(["asc", "desc"]) }));

const validateTimeRange = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  // Compared as instants: the text may or may not contain milliseconds.
  ({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to),
  { path: ["to"], error: "结束时间不能早于开始时间" },
);

/** Body of a list call: page, sort by the given columns, filters. Unknown sort fields and filters are refused. */
export const pageRequest = <const S extends readonly [string, ...string[]], F extends z.core.$ZodLooseShape>(
  sortable: S,
  filters: F,
) =>
  z
    .strictObject({
      pageNo: z.int().check(z.minimum(1)),
      pageSize: z.int().check(z.minimum(1), z.maximum(200)),
      sort: sortSchema(sortable),
      ...commonFilters,
      ...filters,
    })
    .check(validateTimeRange as never);

/** What the records of a call are called: 渠道 of 渠道列表 and 渠道详情. */
export const getNoun = ({ summary = "" }: Partial<Pick<Endpoint, "summary">>): string =>
  summary.replace(/(?:列表|详情)$/, "");

/** A list's conditions by themselves, for a call that acts on all records they find. */
export const listConditions = <F extends z.core.$ZodLooseShape>(filters: F) =>
  z.strictObject({ ...commonFilters, ...filters }).check(validateTimeRange as never);

/** Keys of the columns of an export in their order; by default all that the sheet has. */
const exportColumns = z.optional(
  z.array(z.string().check(z.regex(/^\w{1,40}$/))).check(z.minLength(1), z.maxLength(60)),
);

/** Body of an export: the list's applied filters and sort, without a page, and the columns of the file. */
export const exportRequest = <
  const S extends readonly [string, ...string[]],
  F extends z.core.$ZodLooseShape,
>(
  sortable: S,
  filters: F,
) =>
  z
    .strictObject({ sort: sortSchema(sortable), columns: exportColumns, ...commonFilters, ...filters })
    .check(validateTimeRange as never);

/** Whether the call is a list or picker: takes a keyword and returns no file. These are rate-limited per person. */
export const isListEndpoint = ({ kind, body, query }: Endpoint): boolean =>
  kind !== "blob" &&
  [body, query].some((schema) => schema instanceof z.ZodMiniObject && "keyword" in schema.shape);

/** Response data of a list call. */
export const pageResponse = <R extends z.ZodMiniType>(row: R) =>
  z.object({ list: z.array(row), total: z.int(), pageNo: z.int(), pageSize: z.int() });

export interface Page<R> {
  readonly list: readonly R[];
  readonly total: number;
  readonly pageNo: number;
  readonly pageSize: number;
}
