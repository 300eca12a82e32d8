import { type Caller, mayCall } from "../../../adapters/contract/mayCall.ts";
import { type ListQuery, toQueryKey } from "../../../machines/listQuery.ts";
import type { ListPreferences } from "../columns/columnLayout.ts";
import type { ListConfig } from "../listConfig.ts";
import { resolveSavedQuery } from "../savedQueries/savedQuery.ts";

type OpenedConfig = Pick<ListConfig, "call" | "filters" | "fixed" | "tabs">;

/** A list as it stands when its user's preferences arrive. */
export interface OpenedList {
  readonly config: OpenedConfig;
  readonly user: Caller;
  /** The query string of its address, with its question mark. */
  readonly search: string;
  readonly query: ListQuery;
  readonly draftFilters: ListQuery["filters"];
}

const getOwnTab = ({ tabs }: OpenedConfig, user: Caller) =>
  tabs?.extraTabs?.find(
    ({ opensFor, call }) => user.roles.join() === opensFor && (!call || mayCall(user, call)),
  );

// A saved query is of the whole list, not of one company's part of it.
const takesDefault = ({ fixed }: OpenedConfig, search: string) =>
  fixed === undefined && [...new URLSearchParams(search).keys()].every((name) => name === "tab");

/** Whether the list does not open with the query of its address, so that querying that would be in vain. */
export const opensOnOwnTab = ({
  config,
  user,
  search,
}: Pick<OpenedList, "config" | "user" | "search">): boolean =>
  takesDefault(config, search) && getOwnTab(config, user) !== undefined;

/**
 * The user's default query, or else the role's own tab. Null if there is neither, or if the address or what is typed
 * already asks for something.
 */
export function getDefaultQuery(
  { config, user, search, query, draftFilters }: OpenedList,
  { pageSize, queries }: ListPreferences,
  now: Date,
): ListQuery | null {
  if (!takesDefault(config, search) || toQueryKey(draftFilters) !== "{}") return null;
  const saved = queries?.find(({ opens }) => opens);
  const ownTab = getOwnTab(config, user);
  if (!saved && !ownTab) return null;
  const defaultQuery = saved
    ? resolveSavedQuery(saved, config.call.body, config.filters, now).query
    : { ...query, filters: { ...ownTab?.conditions } };
  return { ...defaultQuery, pageSize: pageSize ?? defaultQuery.pageSize };
}

/** The query with the user's page size; null if the address has a page or size, or if the query has that size. */
export function getResizedQuery(
  { search, query }: Pick<OpenedList, "search" | "query">,
  { pageSize }: ListPreferences,
): ListQuery | null {
  const params = new URLSearchParams(search);
  if (pageSize === undefined || params.has("size") || params.has("page")) return null;
  return pageSize === query.pageSize ? null : { ...query, pageSize, pageNo: 1 };
}
