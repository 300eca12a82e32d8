import type * as z from "zod/mini";
import { defaultPageSize } from "../../../adapters/contract/page.ts";
import { type ListQuery, queryKey } from "../../../machines/listQuery.ts";
import type { Filter } from "../definition.ts";
import { type Conditions, namesOf, withConditions } from "../query/conditions.ts";
import { datePresets, instantsOfDays } from "../query/dateSpan.ts";
import { type ParsedQuery, queryOfSearch, searchOfQuery } from "../query/urlQuery.ts";

/** A query that a user keeps under a name: conditions and order of a list, without page and size. */
export interface SavedQuery {
  readonly name: string;
  /** As the address holds it: `?status=frozen&sort=createdAt.desc`. */
  readonly search: string;
  /** Spans of days counted anew on each day, by the name of their first condition; `last7` and so on. */
  readonly moving: Readonly<Record<string, string>>;
  /** The list opens with it; true for one of a list's at most. */
  readonly opens: boolean;
}

type DaysFilter = Extract<Filter, { kind: "days" }>;

const daysIn = (filters: readonly Filter[]) =>
  filters.filter((filter): filter is DaysFilter => filter.kind === "days");

/** The spans among the conditions that are a quick choice as counted from now, as 近7天. */
export function movingIn(conditions: Conditions, filters: readonly Filter[], now: Date) {
  return daysIn(filters).flatMap((filter) => {
    const preset = datePresets(now).find(({ days }) => {
      const { from, to } = instantsOfDays(days);
      return conditions[filter.from] === from && conditions[filter.to] === to;
    });
    return preset ? [{ filter, preset }] : [];
  });
}

/** Conditions and order of a query under a name; spans that move are left out of its text and told apart. */
export function savedAs(
  name: string,
  { sort, filters: conditions }: ListQuery,
  moving: ReturnType<typeof movingIn>,
): SavedQuery {
  const gone = moving.flatMap(({ filter }) =>
    namesOf(filter).map((one): [string, unknown] => [one, undefined]),
  );
  const filters = withConditions(conditions, Object.fromEntries(gone));
  return {
    name: name.trim(),
    search: searchOfQuery({ pageNo: 1, pageSize: defaultPageSize, ...(sort ? { sort } : {}), filters }),
    moving: Object.fromEntries(moving.map(({ filter, preset }) => [filter.from, preset.key])),
    opens: false,
  };
}

/** What a kept query asks for today, on its first page; what the list no longer knows is dropped and named. */
export function queryOfSaved(
  { search, moving }: SavedQuery,
  body: z.ZodMiniObject,
  filters: readonly Filter[],
  now: Date,
): ParsedQuery {
  const { query, dropped } = queryOfSearch(search, body);
  const spans = daysIn(filters).flatMap((filter): [string, unknown][] => {
    const preset = datePresets(now).find(({ key }) => key === moving[filter.from]);
    if (!preset) return [];
    const { from, to } = instantsOfDays(preset.days);
    return [
      [filter.from, from],
      [filter.to, to],
    ];
  });
  return { query: { ...query, filters: withConditions(query.filters, Object.fromEntries(spans)) }, dropped };
}

/** Whether two queries ask for the same rows in the same order. */
export const sameRows = (one: ListQuery, other: ListQuery): boolean =>
  queryKey({ filters: one.filters, sort: one.sort }) ===
  queryKey({ filters: other.filters, sort: other.sort });

/** What the server remembered, read with distrust: anything that is not as expected, or stands twice, is forgotten. */
export function savedQueriesOf(value: unknown): SavedQuery[] {
  const known = Array.isArray(value) ? value.flatMap((one) => savedQueryOf(one) ?? []) : [];
  return known.filter(({ name }, at) => known.findIndex((one) => one.name === name) === at);
}

function savedQueryOf(value: unknown): SavedQuery | null {
  if (typeof value !== "object" || value === null) return null;
  const { name, search, moving, opens } = value as Record<string, unknown>;
  if (typeof name !== "string" || name === "" || typeof search !== "string") return null;
  const spans = typeof moving === "object" && moving !== null ? Object.entries(moving) : [];
  const told = spans.filter((span): span is [string, string] => typeof span[1] === "string");
  return { name, search, moving: Object.fromEntries(told), opens: opens === true };
}
