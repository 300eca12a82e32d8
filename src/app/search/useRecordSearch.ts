import { useDebouncedValue } from "@mantine/hooks";
import type { SearchResult } from "../../../adapters/contract/graphql/search.ts";
import type { RecordReader } from "../../../adapters/http/records/recordReader.ts";
import { type QueryResult, useQuery } from "../../list/useQuery.ts";

const debounceMs = 300;
/** One digit or letter would find almost everything; a Chinese character is a word. */
const tooShort = /^[\x20-\x7e]?$/;

export interface RecordSearch {
  /** `idle`: the text is too short to search; `pending`: there is no answer for this text yet. */
  readonly state: "idle" | QueryResult<SearchResult>["state"];
  readonly groups: SearchResult["groups"];
  readonly retry: () => void;
}

/**
 * Searches records 300 ms after the last keystroke. Only the answer for the present text counts: Enter must not open
 * what an earlier text has found.
 */
export function useRecordSearch(reader: RecordReader, query: string, active: boolean): RecordSearch {
  const text = query.trim();
  const [settledText] = useDebouncedValue(text, debounceMs);
  const isSearched = active && !tooShort.test(text);
  const { result, refetch } = useQuery(
    isSearched && settledText === text ? `search:${text}` : null,
    (signal) => reader.search(text, { signal }),
  );
  if (!isSearched) return { state: "idle", groups: [], retry: refetch };
  if (settledText !== text || result.state === "pending")
    return { state: "pending", groups: [], retry: refetch };
  return {
    state: result.state,
    groups: result.state === "success" ? result.data.groups : [],
    retry: refetch,
  };
}
