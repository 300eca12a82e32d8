import { assign, fromPromise, setup } from "xstate";

/** Port of what a wall reads. Only `read` may reject. */
export interface WallReadPort<Answer> {
  readonly read: (signal: AbortSignal) => Promise<Answer>;
  /** How long after an answer, or a failure, it is read again. */
  readonly everyMs: number;
  /** Server's clock, ms since 1970. */
  readonly now: () => number;
}

export interface WallReadContext<Answer> {
  /** The last answer: it stays while nothing newer comes, and whoever shows it says how old it is. Null before the first. */
  readonly answer: Answer | null;
  /** When it came; before the first, when it was first asked for. */
  readonly readAt: number;
}

/** Reads what a board of a wall shows, for ever: nobody is there who could try again. */
export const wallReadMachine = <Answer>(port: WallReadPort<Answer>) =>
  setup({
    types: {} as { context: WallReadContext<Answer> },
    actors: { read: fromPromise<Answer>(({ signal }) => port.read(signal)) },
    actions: { keep: assign((_, answer: Answer) => ({ answer, readAt: port.now() })) },
    delays: { again: () => port.everyMs },
  }).createMachine({
    id: "wallRead",
    context: () => ({ answer: null, readAt: port.now() }),
    initial: "reading",
    states: {
      reading: {
        invoke: {
          id: "read",
          src: "read",
          onDone: {
            target: "waiting",
            actions: { type: "keep", params: ({ event }) => event.output },
          },
          onError: "waiting",
        },
      },
      waiting: { after: { again: "reading" } },
    },
  });
