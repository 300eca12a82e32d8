import type { ListQuery } from "../../../machines/listQuery.ts";
import type { ParsedQuery } from "../query/urlQuery.ts";

/**
 * The tie between a list's actor, which outlives its component, and the address, which only the component on the
 * screen may write. What a hidden list asks for is written when it is shown again.
 */
export interface ListLink {
  readonly query: () => ListQuery;
  readonly go: (query: ListQuery) => void;
  /** The component is on the screen with this address; answers with what ends that. */
  readonly shown: (parsed: ParsedQuery, write: (query: ListQuery) => void) => () => void;
}

export function listLink(first: ParsedQuery): ListLink {
  let present = first.query;
  let write: ((query: ListQuery) => void) | null = null;
  let waiting: ListQuery | null = null;
  return {
    query: () => present,
    go: (query) => {
      if (write) write(query);
      else waiting = query;
    },
    shown: (parsed, writer) => {
      present = parsed.query;
      write = writer;
      if (waiting) writer(waiting);
      waiting = null;
      return () => {
        write = null;
      };
    },
  };
}
