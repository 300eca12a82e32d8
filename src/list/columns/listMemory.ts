import { pageSizes } from "../../../adapters/contract/page.ts";
import type { Console } from "../../console/useConsole.ts";
import type { SavedQuery } from "../queries/savedQuery.ts";
import { type ListMemory, memoryOf } from "./columnLayout.ts";

export type Queries = readonly SavedQuery[];
/** What becomes of the memory: always made of the newest, which is not always what stood on the screen. */
export type MemoryChange = (newest: ListMemory) => ListMemory;

/** One list's memory as it is shown. */
export interface RememberedList {
  readonly memory: ListMemory;
  /** False until the server has answered, or could not. */
  readonly known: boolean;
}

export interface ListMemoryStore {
  readonly shown: () => RememberedList;
  readonly subscribe: (told: () => void) => () => void;
  /** Reads what the server holds, once. */
  readonly load: () => void;
  /** Shown at once, kept after the changes before it. */
  readonly remember: (change: MemoryChange) => void;
  /** Changes the kept queries, shown once they are kept; false where that failed, and nothing changed. */
  readonly changeQueries: (change: (queries: Queries) => Queries) => Promise<boolean>;
  /** Reads the kept queries anew: another tab may have changed them. */
  readonly rereadQueries: () => void;
}

/**
 * What the server remembers of a list, with what was changed here on top of it. A change is made of what the server
 * holds by then: neither what another tab has kept since is lost, nor what had not come yet when something was chosen.
 */
export function listMemory(server: Pick<Console["memory"], "get" | "change">, key: string): ListMemoryStore {
  let kept: ListMemory = {};
  let waiting: readonly MemoryChange[] = [];
  let shown: RememberedList = { memory: kept, known: false };
  let asked = false;
  let last: Promise<unknown> = Promise.resolve();
  const listeners = new Set<() => void>();
  const show = (known = shown.known) => {
    shown = { memory: waiting.reduce((memory, change) => change(memory), kept), known };
    for (const told of listeners) told();
  };
  const read = async () => memoryOf(await server.get(key), pageSizes);
  const write = (change: MemoryChange): Promise<ListMemory> => {
    const work = last.then(() => server.change(key, (value) => change(memoryOf(value, pageSizes))));
    last = work.catch(() => undefined);
    return work;
  };
  const settle = (next: ListMemory, change?: MemoryChange) => {
    kept = next;
    waiting = waiting.filter((one) => one !== change);
    show();
  };
  return {
    shown: () => shown,
    subscribe(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    load() {
      if (asked) return;
      asked = true;
      const hold = (memory: ListMemory) => {
        // A write that was quicker has answered with something newer.
        if (kept === before) kept = memory;
        show(true);
      };
      const before = kept;
      // A list without its memory is a list with the page's own columns.
      read().then(hold, () => show(true));
    },
    remember(change) {
      waiting = [...waiting, change];
      show();
      write(change).then(
        (written) => settle(written, change),
        // What fails to be kept still holds on this screen; the console has said the failure.
        () => settle(change(kept), change),
      );
    },
    changeQueries: (change) =>
      write((newest) => ({ ...newest, queries: change(newest.queries ?? []) })).then(
        (written) => {
          settle(written);
          return true;
        },
        () => false,
      ),
    rereadQueries() {
      read().then(
        ({ queries = [] }) => settle({ ...kept, queries }),
        () => undefined,
      );
    },
  };
}
