import type * as z from "zod/mini";
import { defaultPageSize, pageSizes } from "../../../adapters/contract/page.ts";
import type { ListQuery } from "../../../machines/listQuery.ts";
import { getSchemaAtPath } from "../getSchemaAtPath.ts";

/** Parameters that other parts of a page own. */
const foreignParams = new Set(["detail", "tab"]);
/** Prefix of initial values for a new record; read once and then removed. */
export const addParamPrefix = "add.";
const pagingFields = new Set(["pageNo", "pageSize", "sort", "ids"]);

export interface ParsedQuery {
  readonly query: ListQuery;
  /** Names of unknown or invalid parameters, which the query leaves out. */
  readonly dropped: readonly string[];
}

/**
 * Parses a list query, validated by the list call's body schema. Invalid parameters are dropped and reported; never
 * throws.
 */
export function parseSearch(search: string, body: z.ZodMiniObject): ParsedQuery {
  const dropped = new Set<string>();
  const requestBody: Record<string, unknown> = { pageNo: 1, pageSize: defaultPageSize };
  for (const [name, raw] of new URLSearchParams(search)) {
    if (foreignParams.has(name) || name.startsWith(addParamPrefix) || raw === "") continue;
    const parsed = parseParam(name, raw, body);
    if (parsed === undefined || dropped.has(name)) dropped.add(name);
    else requestBody[parsed.name] = parsed.value;
  }
  return { query: toListQuery(validateBody(requestBody, body, dropped)), dropped: [...dropped] };
}

function parseParam(name: string, raw: string, body: z.ZodMiniObject) {
  if (name === "page")
    return matchesInteger(raw, (page) => page >= 1) && { name: "pageNo", value: Number(raw) };
  if (name === "size") return matchesInteger(raw, isPageSize) && { name: "pageSize", value: Number(raw) };
  if (name === "sort") {
    const [field, order, rest] = raw.split(".");
    return field && order && rest === undefined ? { name, value: { field, order } } : undefined;
  }
  const schema = pagingFields.has(name) ? null : getSchemaAtPath(body, name);
  const candidates = [
    raw,
    Number(raw),
    raw === "true" ? true : raw === "false" ? false : raw,
    raw.split(","),
  ];
  const value = candidates.find((candidate) => schema?.safeParse(candidate).success);
  return value === undefined ? undefined : { name, value };
}

const isPageSize = (size: number) => (pageSizes as readonly number[]).includes(size);
const matchesInteger = (raw: string, isAllowed: (value: number) => boolean) =>
  (/^[1-9]\d{0,8}$/.test(raw) && isAllowed(Number(raw))) || undefined;

/** Drops parameters that are only invalid in combination, such as a range that ends before it starts. */
function validateBody(wire: Record<string, unknown>, body: z.ZodMiniObject, dropped: Set<string>) {
  const result = body.safeParse(wire);
  if (result.success) return result.data;
  const validFields = { ...wire };
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    delete validFields[name];
    dropped.add(name);
  }
  const retryResult = body.safeParse(validFields);
  return retryResult.success ? retryResult.data : { pageNo: 1, pageSize: defaultPageSize };
}

function toListQuery(body: Record<string, unknown>): ListQuery {
  const { pageNo, pageSize, sort, ...rest } = body;
  const filters = Object.entries(rest).filter(([, value]) => value !== undefined && value !== "");
  return {
    pageNo: Number(pageNo),
    pageSize: Number(pageSize),
    ...(sort ? { sort: sort as NonNullable<ListQuery["sort"]> } : {}),
    filters: Object.fromEntries(filters),
  };
}

/** The URL search of a query, `""` for the default; parameters of other parts are carried over. */
export function formatSearch(query: ListQuery, currentSearch = ""): string {
  const params = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(currentSearch))
    if (foreignParams.has(name)) params.set(name, value);
  for (const [name, value] of Object.entries(query.filters)) {
    const raw = value === undefined || value === null ? "" : String(value).trim();
    if (raw !== "") params.set(name, raw);
  }
  if (query.sort) params.set("sort", `${query.sort.field}.${query.sort.order}`);
  if (query.pageNo !== 1) params.set("page", String(query.pageNo));
  if (query.pageSize !== defaultPageSize) params.set("size", String(query.pageSize));
  const search = params.toString();
  return search ? `?${search}` : "";
}
