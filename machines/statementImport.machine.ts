import { assertEvent, assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

/** The order that each line of a statement pays, by the line's row; lines without one are left out. */
export type StatementChoices = Readonly<Record<string, string>>;

/** One line that is registered as a payment. Its `requestId` stays the same when it is sent again. */
export interface ChosenLine {
  readonly row: string;
  readonly orderId: string;
  readonly requestId: string;
}

/** What became of a line: registered, or why not. */
export interface LineResult {
  readonly row: string;
  /** Null if it is registered. */
  readonly error: ErrorInfo | null;
}

/** Port of an import. Functions without a promise must not throw. */
export interface StatementImportPort<File, Statement> {
  /** Returns an error message, or null for a file that may be read. */
  readonly validateFile: (file: File) => string | null;
  /** Reads the file and proposes what its lines pay; changes nothing. */
  readonly read: (file: File, signal: AbortSignal) => Promise<Statement>;
  /** What is proposed with certainty. */
  readonly getProposals: (statement: Statement) => StatementChoices;
  readonly newRequestId: () => string;
  readonly register: (line: ChosenLine, signal: AbortSignal) => Promise<void>;
}

export type StatementImportEvent<File> =
  | { type: "file.choose"; file: File }
  | { type: "read.cancel" }
  /** An empty order leaves the line out. */
  | { type: "line.choose"; row: string; orderId: string }
  | { type: "import.submit" }
  /** The line that is under way is finished. */
  | { type: "import.stop" }
  | { type: "import.retry" }
  /** Another file. */
  | { type: "import.restart" };

export interface StatementImportContext<Statement> {
  /** Why the last file was not read. */
  readonly message: string;
  readonly statement: Statement | null;
  readonly choices: StatementChoices;
  readonly queue: readonly ChosenLine[];
  readonly results: readonly LineResult[];
  /** Every line that was sent, to send it again under the same number. */
  readonly sent: readonly ChosenLine[];
}

/** Import of a bank statement: read, check the proposals, register line by line, report. */
export const statementImportMachine = <File, Statement>(port: StatementImportPort<File, Statement>) =>
  setup({
    types: {} as {
      context: StatementImportContext<Statement>;
      events: StatementImportEvent<File>;
      tags: "reading" | "review" | "registering" | "done";
    },
    actors: {
      read: fromPromise<Statement, { file: File }>(({ input, signal }) => port.read(input.file, signal)),
      register: fromPromise<void, ChosenLine>(({ input, signal }) => port.register(input, signal)),
    },
    actions: {
      setMessage: assign((_, message: string) => ({ message })),
      refuseFile: assign((_, { file }: { file: File }) => ({ message: port.validateFile(file) ?? "" })),
      setStatement: assign((_, statement: Statement) => ({
        statement,
        message: "",
        choices: port.getProposals(statement),
        queue: [],
        results: [],
        sent: [],
      })),
      clear: assign({ message: "", statement: null, choices: {}, queue: [], results: [], sent: [] }),
      chooseOrder: assign(({ context: { choices } }, { row, orderId }: { row: string; orderId: string }) => {
        const { [row]: _, ...others } = choices;
        return { choices: orderId === "" ? others : { ...others, [row]: orderId } };
      }),
      queueChosen: assign(({ context: { choices } }) => {
        const queue = Object.entries(choices).map(([row, orderId]) => ({
          row,
          orderId,
          requestId: port.newRequestId(),
        }));
        return { queue, sent: queue, results: [] };
      }),
      queueFailed: assign(({ context: { sent, results } }) => {
        const isRegistered = (row: string) =>
          results.some((result) => result.row === row && result.error === null);
        return {
          queue: sent.filter(({ row }) => !isRegistered(row)),
          results: results.filter(({ error }) => error === null),
        };
      }),
      clearQueue: assign(({ context: { queue } }) => ({ queue: queue.slice(0, 1) })),
      addResult: assign(({ context: { queue, results } }, { error }: { error: ErrorInfo | null }) => {
        const [line, ...others] = queue;
        return line ? { queue: others, results: [...results, { row: line.row, error }] } : {};
      }),
    },
    guards: {
      isInvalidFile: (_, { file }: { file: File }) => port.validateFile(file) !== null,
      hasChoice: ({ context }) => Object.keys(context.choices).length > 0,
      hasMore: ({ context }) => context.queue.length > 1,
      hasUnregistered: ({ context: { sent, results } }) =>
        sent.length > results.filter(({ error }) => error === null).length,
    },
  }).createMachine({
    id: "statementImport",
    context: { message: "", statement: null, choices: {}, queue: [], results: [], sent: [] },
    initial: "choosing",
    states: {
      choosing: {
        on: {
          "file.choose": [
            {
              guard: { type: "isInvalidFile", params: ({ event }) => ({ file: event.file }) },
              actions: { type: "refuseFile", params: ({ event }) => ({ file: event.file }) },
            },
            { target: "reading", actions: { type: "setMessage", params: "" } },
          ],
        },
      },
      reading: {
        tags: "reading",
        invoke: {
          id: "read",
          src: "read",
          input: ({ event }) => {
            assertEvent(event, "file.choose");
            return { file: event.file };
          },
          onDone: {
            target: "reviewing",
            actions: { type: "setStatement", params: ({ event }) => event.output },
          },
          onError: {
            target: "choosing",
            actions: {
              type: "setMessage",
              params: ({ event }) => toErrorInfo(event.error).message || "对账单没有读到，请重试",
            },
          },
        },
        on: { "read.cancel": "choosing" },
      },
      reviewing: {
        tags: "review",
        on: {
          "import.restart": { target: "choosing", actions: "clear" },
          "line.choose": { actions: { type: "chooseOrder", params: ({ event }) => event } },
          "import.submit": { guard: "hasChoice", target: "registering", actions: "queueChosen" },
        },
      },
      registering: {
        tags: "registering",
        invoke: {
          id: "register",
          src: "register",
          input: ({ context }) => {
            const [line] = context.queue;
            if (!line) throw new Error("registering without a line");
            return line;
          },
          onDone: [
            {
              guard: "hasMore",
              target: "registering",
              reenter: true,
              actions: { type: "addResult", params: { error: null } },
            },
            { target: "done", actions: { type: "addResult", params: { error: null } } },
          ],
          onError: [
            {
              guard: "hasMore",
              target: "registering",
              reenter: true,
              actions: { type: "addResult", params: ({ event }) => ({ error: toErrorInfo(event.error) }) },
            },
            {
              target: "done",
              actions: { type: "addResult", params: ({ event }) => ({ error: toErrorInfo(event.error) }) },
            },
          ],
        },
        on: { "import.stop": { actions: "clearQueue" } },
      },
      done: {
        tags: "done",
        on: {
          "import.retry": { guard: "hasUnregistered", target: "registering", actions: "queueFailed" },
          "import.restart": { target: "choosing", actions: "clear" },
        },
      },
    },
  });
