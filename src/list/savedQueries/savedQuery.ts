import type * as z from "zod/mini";
import { defaultPageSize } from "../../../adapters/contract/page.ts";
import { type ListQuery, toQueryKey } from "../../../machines/listQuery.ts";
import type { Filter } from "../listDefinition.ts";
import { type Conditions, getConditionNames, mergeConditions } from "../query/conditions.ts";
import { getDatePresets, toInstantRange } from "../query/dateRange.ts";
import { formatSearch, type ParsedQuery, parseSearch } from "../query/urlQuery.ts";

/** A query that a user saved under a name: conditions and sort of a list, without page and size. */
export interface SavedQuery {
  readonly name: string;
  /** As in the URL: `?status=frozen&sort=createdAt.desc`. */
  readonly search: string;
  /** Relative date ranges, by the name of their first condition: `last7` and so on. */
  readonly moving: Readonly<Record<string, string>>;
  /** The list's default query; at most one. */
  readonly opens: boolean;
}

type DaysFilter = Extract<Filter, { kind: "days" }>;

const getDayFilters = (filters: readonly Filter[]) =>
  filters.filter((filter): filter is DaysFilter => filter.kind === "days");

/** The date ranges that match a preset as of now, such as 近7天. */
export function findRelativeRanges(conditions: Conditions, filters: readonly Filter[], now: Date) {
  return getDayFilters(filters).flatMap((filter) => {
    const preset = getDatePresets(now).find(({ days }) => {
      const { from, to } = toInstantRange(days);
      return conditions[filter.from] === from && conditions[filter.to] === to;
    });
    return preset ? [{ filter, preset }] : [];
  });
}

/** Makes a saved query; relative ranges go to `moving` instead of `search`. */
export function toSavedQuery(
  name: string,
  { sort, filters: conditions }: ListQuery,
  relativeRanges: ReturnType<typeof findRelativeRanges>,
): SavedQuery {
  const cleared = relativeRanges.flatMap(({ filter }) =>
    getConditionNames(filter).map((condition): [string, unknown] => [condition, undefined]),
  );
  const filters = mergeConditions(conditions, Object.fromEntries(cleared));
  return {
    name: name.trim(),
    search: formatSearch({ pageNo: 1, pageSize: defaultPageSize, ...(sort ? { sort } : {}), filters }),
    moving: Object.fromEntries(relativeRanges.map(({ filter, preset }) => [filter.from, preset.key])),
    opens: false,
  };
}

/** The query as of today, on its first page; unknown conditions are dropped and reported. */
export function resolveSavedQuery(
  { search, moving }: SavedQuery,
  body: z.ZodMiniObject,
  filters: readonly Filter[],
  now: Date,
): ParsedQuery {
  const { query, dropped } = parseSearch(search, body);
  const ranges = getDayFilters(filters).flatMap((filter): [string, unknown][] => {
    const preset = getDatePresets(now).find(({ key }) => key === moving[filter.from]);
    if (!preset) return [];
    const { from, to } = toInstantRange(preset.days);
    return [
      [filter.from, from],
      [filter.to, to],
    ];
  });
  return {
    query: { ...query, filters: mergeConditions(query.filters, Object.fromEntries(ranges)) },
    dropped,
  };
}

/** Whether both queries return the same rows in the same order. */
export const isSameQuery = (a: ListQuery, b: ListQuery): boolean =>
  toQueryKey({ filters: a.filters, sort: a.sort }) === toQueryKey({ filters: b.filters, sort: b.sort });

/** Parses stored queries; invalid entries and duplicates are dropped. */
export function parseSavedQueries(value: unknown): SavedQuery[] {
  const known = Array.isArray(value) ? value.flatMap((item) => parseSavedQuery(item) ?? []) : [];
  return known.filter(({ name }, index) => known.findIndex((item) => item.name === name) === index);
}

function parseSavedQuery(value: unknown): SavedQuery | null {
  if (typeof value !== "object" || value === null) return null;
  const { name, search, moving, opens } = value as Record<string, unknown>;
  if (typeof name !== "string" || name === "" || typeof search !== "string") return null;
  const ranges = typeof moving === "object" && moving !== null ? Object.entries(moving) : [];
  const validRanges = ranges.filter((range): range is [string, string] => typeof range[1] === "string");
  return { name, search, moving: Object.fromEntries(validRanges), opens: opens === true };
}
