import type { ListQuery } from "../../../machines/listQuery.ts";
import type { ParsedQuery } from "../query/urlQuery.ts";

/**
 * The tie between a list's actor, which outlives its component, and the address, which only the component on the
 * screen may write. What a hidden list asks for is written when it is shown again.
 */
export interface UrlSync {
  readonly getQuery: () => ListQuery;
  readonly navigate: (query: ListQuery) => void;
  /** The component is on the screen with this address; answers with what ends that. */
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
