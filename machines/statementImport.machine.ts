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
export interface StatementImportPort<File, Statement, Columns> {
  /** Returns an error message, or null for a file that may be read. */
  readonly validateFile: (file: File) => string | null;
  /** Reads the file and proposes what its lines pay; changes nothing. */
  readonly read: (file: File, signal: AbortSignal) => Promise<Statement>;
  /** Whether a person has to choose the columns before the lines can be read. */
  readonly needsColumns: (statement: Statement) => boolean;
  /** Keeps the chosen columns, for this file and for those like it. */
  readonly saveColumns: (columns: Columns, signal: AbortSignal) => Promise<void>;
  /** What is proposed with certainty. */
  readonly getProposals: (statement: Statement) => StatementChoices;
  readonly newRequestId: () => string;
  readonly register: (line: ChosenLine, signal: AbortSignal) => Promise<void>;
}

export type StatementImportEvent<File, Columns> =
  | { type: "file.choose"; file: File }
  | { type: "read.cancel" }
  /** Other columns than those that the lines were read by. */
  | { type: "columns.change" }
  | { type: "columns.save"; columns: Columns }
  | { type: "columns.back" }
  /** An empty order leaves the line out. */
  | { type: "line.choose"; row: string; orderId: string }
  | { type: "import.submit" }
  /** The line that is under way is finished. */
  | { type: "import.stop" }
  | { type: "import.retry" }
  /** Another file. */
  | { type: "import.restart" };

export interface StatementImportContext<File, Statement> {
  readonly file: File | null;
  /** Why the last file was not read, or the columns not kept. */
  readonly message: string;
  readonly statement: Statement | null;
  readonly choices: StatementChoices;
  readonly queue: readonly ChosenLine[];
  readonly results: readonly LineResult[];
  /** Every line that was sent, to send it again under the same number. */
  readonly sent: readonly ChosenLine[];
}

/** Import of a bank statement: read, tell the columns where the headings do not, check the proposals, register line by line, report. */
export const statementImportMachine = <File, Statement, Columns>(
  port: StatementImportPort<File, Statement, Columns>,
) =>
  setup({
    types: {} as {
      context: StatementImportContext<File, Statement>;
      events: StatementImportEvent<File, Columns>;
      tags: "reading" | "columns" | "saving" | "review" | "registering" | "done";
    },
    actors: {
      read: fromPromise<Statement, { file: File }>(({ input, signal }) => port.read(input.file, signal)),
      saveColumns: fromPromise<void, { columns: Columns }>(({ input, signal }) =>
        port.saveColumns(input.columns, signal),
      ),
      register: fromPromise<void, ChosenLine>(({ input, signal }) => port.register(input, signal)),
    },
    actions: {
      setMessage: assign((_, message: string) => ({ message })),
      refuseFile: assign((_, { file }: { file: File }) => ({ message: port.validateFile(file) ?? "" })),
      setFile: assign((_, { file }: { file: File }) => ({ file, message: "" })),
      setStatement: assign((_, { statement }: { statement: Statement }) => ({
        statement,
        message: "",
        choices: port.getProposals(statement),
        queue: [],
        results: [],
        sent: [],
      })),
      clear: assign({
        file: null,
        message: "",
        statement: null,
        choices: {},
        queue: [],
        results: [],
        sent: [],
      }),
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
      needsColumns: (_, { statement }: { statement: Statement }) => port.needsColumns(statement),
      isReadable: ({ context: { statement } }) => statement !== null && !port.needsColumns(statement),
      hasChoice: ({ context }) => Object.keys(context.choices).length > 0,
      hasMore: ({ context }) => context.queue.length > 1,
      hasUnregistered: ({ context: { sent, results } }) =>
        sent.length > results.filter(({ error }) => error === null).length,
    },
  }).createMachine({
    id: "statementImport",
    context: { file: null, message: "", statement: null, choices: {}, queue: [], results: [], sent: [] },
    initial: "choosing",
    states: {
      choosing: {
        on: {
          "file.choose": [
            {
              guard: { type: "isInvalidFile", params: ({ event }) => ({ file: event.file }) },
              actions: { type: "refuseFile", params: ({ event }) => ({ file: event.file }) },
            },
            {
              target: "reading",
              actions: { type: "setFile", params: ({ event }) => ({ file: event.file }) },
            },
          ],
        },
      },
      reading: {
        tags: "reading",
        invoke: {
          id: "read",
          src: "read",
          input: ({ context: { file } }) => {
            if (file === null) throw new Error("reading without a file");
            return { file };
          },
          onDone: [
            {
              guard: { type: "needsColumns", params: ({ event }) => ({ statement: event.output }) },
              target: "mapping",
              actions: { type: "setStatement", params: ({ event }) => ({ statement: event.output }) },
            },
            {
              target: "reviewing",
              actions: { type: "setStatement", params: ({ event }) => ({ statement: event.output }) },
            },
          ],
          onError: {
            target: "choosing",
            actions: [
              "clear",
              {
                type: "setMessage",
                params: ({ event }) => toErrorInfo(event.error).message || "对账单没有读到，请重试",
              },
            ],
          },
        },
        on: { "read.cancel": { target: "choosing", actions: "clear" } },
      },
      mapping: {
        tags: "columns",
        on: {
          "columns.save": { target: "savingColumns", actions: { type: "setMessage", params: "" } },
          "columns.back": [
            { guard: "isReadable", target: "reviewing", actions: { type: "setMessage", params: "" } },
            { target: "choosing", actions: "clear" },
          ],
          "import.restart": { target: "choosing", actions: "clear" },
        },
      },
      savingColumns: {
        tags: ["columns", "saving"],
        invoke: {
          id: "saveColumns",
          src: "saveColumns",
          input: ({ event }) => {
            assertEvent(event, "columns.save");
            return { columns: event.columns };
          },
          onDone: "reading",
          onError: {
            target: "mapping",
            actions: {
              type: "setMessage",
              params: ({ event }) => toErrorInfo(event.error).message || "所选的列没有保存，请重试",
            },
          },
        },
      },
      reviewing: {
        tags: "review",
        on: {
          "import.restart": { target: "choosing", actions: "clear" },
          "columns.change": "mapping",
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
