import type { ListQuery } from "../../../machines/listQuery.ts";
import type { ParsedQuery } from "../query/urlQuery.ts";

/**
 * Writes a query to the URL, unless the browser has gone on to another page; `replace` leaves no history entry that
 * leads back.
 * @returns whether the rendered URL has it already. What is written can be lost before it is rendered, if another page
 * is opened in that moment.
 */
type WriteUrl = (query: ListQuery, replace: boolean) => boolean;

/**
 * Connects a list's actor, which outlives its component, to the URL, which only the mounted component may write. A
 * navigation that was not rendered is written when it is mounted again, unless the URL has changed meanwhile.
 */
export interface UrlSync {
  readonly getQuery: () => ListQuery;
  /** The URL's query string, with its question mark. */
  readonly getSearch: () => string;
  readonly navigate: (query: ListQuery, replace?: boolean) => void;
  /**
   * Called by the mounted component with the current URL. `isOutdated`: a navigation was pending and is being written,
   * so that the list must not follow this URL.
   */
  readonly attach: (
    search: string,
    parsed: ParsedQuery,
    writeUrl: WriteUrl,
  ) => { readonly isOutdated: boolean; readonly detach: () => void };
}

/** The URL sync of a list that is opened at this URL. */
export function createUrlSync(initial: ParsedQuery, initialSearch = ""): UrlSync {
  let current = { search: initialSearch, query: initial.query };
  let writeUrl: WriteUrl | null = null;
  let pending: Parameters<WriteUrl> | null = null;
  return {
    getQuery: () => current.query,
    getSearch: () => current.search,
    navigate: (query, replace = false) => {
      pending = writeUrl?.(query, replace) ? null : [query, replace];
    },
    attach: (search, parsed, writer) => {
      const navigation = search === current.search ? pending : null;
      current = { search, query: parsed.query };
      writeUrl = writer;
      pending = navigation && !writer(...navigation) ? navigation : null;
      return {
        isOutdated: navigation !== null,
        detach: () => {
          writeUrl = null;
        },
      };
    },
  };
}
