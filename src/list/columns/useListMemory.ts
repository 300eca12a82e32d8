import { useEffect, useState } from "react";
import { pageSizes } from "../../../adapters/contract/page.ts";
import { type Console, useConsole } from "../../console/useConsole.ts";
import type { SavedQuery } from "../queries/savedQuery.ts";
import { type ListMemory, memoryOf } from "./columnLayout.ts";

type Queries = readonly SavedQuery[];

export interface Remembering {
  readonly memory: ListMemory;
  /** False until the server has answered, or could not. */
  readonly known: boolean;
  readonly remember: (changes: ListMemory) => void;
  /** Changes the kept queries, as they stand on the server by now; false where that failed, and nothing changed. */
  readonly changeQueries: (change: (queries: Queries) => Queries) => Promise<boolean>;
  /** Reads the kept queries anew: another tab may have changed them. */
  readonly rereadQueries: () => void;
}

/** What the server remembers of a list for this user: columns, density, page size, queries. */
export function useListMemory(name: string): Remembering {
  const { memory: server } = useConsole();
  const [memory, setMemory] = useState<ListMemory>({});
  const [known, setKnown] = useState(false);
  const key = `list.${name}`;
  useEffect(() => {
    if (known) return;
    let gone = false;
    const hold = (value: unknown) => {
      if (gone) return;
      // What was chosen while it came is newer, and is on its way to the server.
      setMemory((present) => ({ ...memoryOf(value, pageSizes), ...present }));
      setKnown(true);
    };
    // A list without its memory is a list with the page's own columns.
    server.get(key).then(hold, () => hold(null));
    return () => {
      gone = true;
    };
  }, [server, key, known]);
  const [write] = useState(() => inTurn(server, key));
  const holdQueries = ({ queries = [] }: ListMemory) => setMemory((present) => ({ ...present, queries }));
  return {
    memory,
    known,
    remember: (changes) => {
      setMemory((present) => ({ ...present, ...changes }));
      // What fails to be kept still holds on this screen; the console has said the failure.
      write((newest) => ({ ...newest, ...changes })).catch(() => undefined);
    },
    changeQueries: (change) =>
      write((newest) => ({ ...newest, queries: change(newest.queries ?? []) })).then(
        (written) => {
          holdQueries(written);
          return true;
        },
        () => false,
      ),
    rereadQueries: () => {
      const read = server.get(key).then((value) => memoryOf(value, pageSizes));
      read.then(holdQueries, () => undefined);
    },
  };
}

type Change = (newest: ListMemory) => ListMemory;

/** Changes what the server holds by now, one change after the other: another tab's are kept. Answers with all of it. */
function inTurn(server: Console["memory"], key: string): (change: Change) => Promise<ListMemory> {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const work = last.then(async () => {
      const next = change(memoryOf(await server.get(key), pageSizes));
      await server.put(key, next);
      return next;
    });
    last = work.catch(() => undefined);
    return work;
  };
}
