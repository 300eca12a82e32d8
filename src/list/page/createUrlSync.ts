import type { ListQuery } from "../../../machines/listQuery.ts";
import type { ParsedQuery } from "../query/urlQuery.ts";

/**
 * Connects a list's actor, which outlives its component, to the URL, which only the mounted component may write. A
 * hidden list's navigation is written when it is shown again.
 */
export interface UrlSync {
  readonly getQuery: () => ListQuery;
  readonly navigate: (query: ListQuery) => void;
  /** Called by the mounted component with the current URL; returns a detach function. */
  readonly attach: (parsed: ParsedQuery, writeUrl: (query: ListQuery) => void) => () => void;
}

export function createUrlSync(initial: ParsedQuery): UrlSync {
  let currentQuery = initial.query;
  let writeUrl: ((query: ListQuery) => void) | null = null;
  let pendingQuery: ListQuery | null = null;
  return {
    getQuery: () => currentQuery,
    navigate: (query) => {
      if (writeUrl) writeUrl(query);
      else pendingQuery = query;
    },
    attach: (parsed, writer) => {
      currentQuery = parsed.query;
      writeUrl = writer;
      if (pendingQuery) writer(pendingQuery);
      pendingQuery = null;
      return () => {
        writeUrl = null;
      };
    },
  };
}
