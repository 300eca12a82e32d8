import { assign, fromCallback, setup } from "xstate";

/** Port of a list's age. Functions must not throw. */
export interface ListAgePort {
  /** Reports what happens to the list and to its records; returns a function that ends it. */
  readonly watch: (report: (event: ListAgeEvent) => void) => () => void;
  /** Reads the rows again without a sign of it; the list then reports `load.start`. */
  readonly reread: () => void;
  /** Adds a random amount to a delay, so that many consoles do not read at the same moment. */
  readonly jitter: (ms: number) => number;
  /** Wall clock, ms since 1970. */
  readonly now: () => number;
}

/** Who changed a record and by which call. */
export interface ChangeCause {
  /** Null: somebody else, whose name is not told. Undefined: the platform itself. */
  readonly by?: string | null | undefined;
  readonly act?: string | undefined;
}

export type ListAgeEvent =
  | { type: "load.start" }
  | { type: "load.done" }
  /** The rows on the screen are not those of the query, or older. */
  | { type: "load.fail" }
  /** Records that the list may show were changed; null: unknown which. */
  | {
      type: "records.change";
      ids: readonly string[] | null;
      causes?: Readonly<Record<string, ChangeCause>>;
    }
  | { type: "list.show" }
  | { type: "list.hide" }
  /** Rows are selected, or something is open above them: its user must not lose them. */
  | { type: "rows.hold" }
  | { type: "rows.release" };

export interface ListAgeContext {
  /** When the rows were loaded, ms since 1970. */
  readonly loadedAt: number | null;
  /** Records that changed since the rows were requested. */
  readonly changedIds: readonly string[];
  /** What they were changed by last, as far as it is known. */
  readonly causes: Readonly<Record<string, ChangeCause>>;
  /** Whether there may be more than these. */
  readonly isIncomplete: boolean;
  readonly isVisible: boolean;
  readonly isHeld: boolean;
}

type Changes = Pick<Extract<ListAgeEvent, { type: "records.change" }>, "ids" | "causes">;

/** How long a list waits for further changes before it reads its rows again, ms. */
const settleMs = 2_000;

/** How old the rows of a list are, and when they are read again by themselves. One actor per list. */
export const listAgeMachine = (port: ListAgePort) =>
  setup({
    types: {} as { context: ListAgeContext; events: ListAgeEvent; tags: "outdated" },
    actors: {
      watch: fromCallback(({ sendBack }) => port.watch(sendBack)),
    },
    actions: {
      addChanges: assign(({ context }, { ids, causes }: Changes) => ({
        changedIds: [...new Set([...context.changedIds, ...(ids ?? [])])],
        causes: { ...context.causes, ...causes },
        isIncomplete: context.isIncomplete || ids === null,
      })),
      clearChanges: assign({ changedIds: [], causes: {}, isIncomplete: false }),
      setLoaded: assign(() => ({ loadedAt: port.now() })),
      setVisible: assign((_, isVisible: boolean) => ({ isVisible })),
      setHeld: assign((_, isHeld: boolean) => ({ isHeld })),
      reread: () => port.reread(),
    },
    guards: {
      isCurrent: ({ context: { changedIds, isIncomplete } }) => changedIds.length === 0 && !isIncomplete,
      isFree: ({ context: { isVisible, isHeld } }) => isVisible && !isHeld,
    },
    delays: { settle: () => port.jitter(settleMs) },
  }).createMachine({
    id: "listAge",
    context: {
      loadedAt: null,
      changedIds: [],
      causes: {},
      isIncomplete: false,
      isVisible: false,
      isHeld: false,
    },
    invoke: { id: "watch", src: "watch" },
    initial: "loading",
    on: {
      // A change during the load may be missing in its rows.
      "load.start": { target: ".loading", actions: "clearChanges" },
      "records.change": { actions: { type: "addChanges", params: ({ event }) => event } },
      "list.show": { actions: { type: "setVisible", params: true } },
      "list.hide": { actions: { type: "setVisible", params: false } },
      "rows.hold": { actions: { type: "setHeld", params: true } },
      "rows.release": { actions: { type: "setHeld", params: false } },
    },
    states: {
      loading: {
        on: {
          "load.done": [
            { guard: "isCurrent", target: "current", actions: "setLoaded" },
            { target: "settling", actions: "setLoaded" },
          ],
          "load.fail": "failed",
        },
      },
      current: {
        on: {
          "records.change": {
            target: "settling",
            actions: { type: "addChanges", params: ({ event }) => event },
          },
        },
      },
      /** Changes seldom come alone. */
      settling: { after: { settle: "outdated" } },
      outdated: {
        tags: "outdated",
        always: { guard: "isFree", target: "loading", actions: "reread" },
      },
      /** The list itself says so, and retries. */
      failed: {},
    },
  });
