import { useEffect, useState } from "react";
import { pageSizes } from "../../../adapters/contract/page.ts";
import { useConsole } from "../../console/useConsole.ts";
import { type ListMemory, memoryOf } from "./columnLayout.ts";

export interface Remembering {
  readonly memory: ListMemory;
  /** False until the server has answered, or could not. */
  readonly known: boolean;
  readonly remember: (changes: ListMemory) => void;
}

/** What the server remembers of a list for this user: columns, density, page size. */
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
      setMemory(memoryOf(value, pageSizes));
      setKnown(true);
    };
    // A list without its memory is a list with the page's own columns.
    server.get(key).then(hold, () => hold(null));
    return () => {
      gone = true;
    };
  }, [server, key, known]);
  const remember = (changes: ListMemory) => {
    const next = { ...memory, ...changes };
    setMemory(next);
    // What fails to be kept still holds on this screen; the console has said the failure.
    server.put(key, next).catch(() => undefined);
  };
  return { memory, known, remember };
}
