import { useEffect, useState, useSyncExternalStore } from "react";
import { useConsole } from "../../console/useConsole.ts";
import { type ListMemoryStore, listMemory, type RememberedList } from "./listMemory.ts";

export type Remembering = RememberedList &
  Pick<ListMemoryStore, "remember" | "changeQueries" | "rereadQueries">;

/** What the server remembers of a list for this user: columns, density, page size, queries. */
export function useListMemory(name: string): Remembering {
  const { memory: server } = useConsole();
  const [store] = useState(() => listMemory(server, `list.${name}`));
  const shown = useSyncExternalStore(store.subscribe, store.shown);
  useEffect(() => store.load(), [store]);
  const { remember, changeQueries, rereadQueries } = store;
  return { ...shown, remember, changeQueries, rereadQueries };
}
