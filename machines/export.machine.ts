import { assign, fromPromise, setup } from "xstate";
import { type ErrorInfo, toErrorInfo } from "./errorInfo.ts";

export interface ExportResult {
  readonly fileName: string;
  readonly rows: number;
}

/** Port of an export. */
export interface ExportPort<Query> {
  /** Sent as `X-Export-Id` and returned with each progress frame. */
  readonly newExportId: () => string;
  /** Fetches and saves the file; the signal cancels both. */
  readonly run: (request: { exportId: string; query: Query }, signal: AbortSignal) => Promise<ExportResult>;
}

export type ExportEvent<Query> =
  | { type: "export.start"; query: Query }
  | { type: "export.progress"; exportId: string; rows: number; total: number }
  | { type: "export.cancel" }
  | { type: "export.close" };

export interface ExportContext {
  readonly exportId: string;
  readonly rows: number;
  /** 0 until the first progress frame. */
  readonly total: number;
  readonly result: ExportResult | null;
  readonly error: ErrorInfo | null;
}

/** One export at a time, with progress in rows; it can be cancelled and ends with the file's name. */
export const exportMachine = <Query>(port: ExportPort<Query>) =>
  setup({
    types: {} as {
      context: ExportContext;
      events: ExportEvent<Query>;
      tags: "busy" | "done" | "cancelled" | "failed";
    },
    actors: {
      run: fromPromise<ExportResult, { exportId: string; query: Query }>(({ input, signal }) =>
        port.run(input, signal),
      ),
    },
    actions: {
      begin: assign(() => ({
        exportId: port.newExportId(),
        rows: 0,
        total: 0,
        result: null,
        error: null,
      })),
      setProgress: assign((_, { rows, total }: { rows: number; total: number }) => ({ rows, total })),
      setResult: assign((_, result: ExportResult) => ({ result, rows: result.rows })),
      setError: assign((_, error: ErrorInfo) => ({ error })),
    },
    guards: {
      /** Ignores frames of another export and outdated ones. */
      isLaterProgress: ({ context, event }) =>
        event.type === "export.progress" && event.exportId === context.exportId && event.rows >= context.rows,
      /** Cancelled in the export centre; cancelling here leaves `running` directly. */
      cancelledElsewhere: (_, { kind }: ErrorInfo) => kind === "cancelled",
    },
  }).createMachine({
    id: "export",
    context: { exportId: "", rows: 0, total: 0, result: null, error: null },
    initial: "idle",
    states: {
      idle: {
        on: {
          "export.start": { target: "running", actions: "begin" },
        },
      },
      running: {
        tags: "busy",
        invoke: {
          id: "run",
          src: "run",
          input: ({ context, event }) => {
            if (event.type !== "export.start") throw new Error(`export by ${event.type}`);
            return { exportId: context.exportId, query: event.query };
          },
          onDone: { target: "done", actions: { type: "setResult", params: ({ event }) => event.output } },
          onError: [
            {
              guard: { type: "cancelledElsewhere", params: ({ event }) => toErrorInfo(event.error) },
              target: "cancelled",
              actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
            },
            {
              target: "failed",
              actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
            },
          ],
        },
        on: {
          "export.progress": {
            guard: "isLaterProgress",
            actions: { type: "setProgress", params: ({ event: { rows, total } }) => ({ rows, total }) },
          },
          "export.cancel": "cancelled",
        },
      },
      done: {
        tags: "done",
        on: { "export.start": { target: "running", actions: "begin" }, "export.close": "idle" },
      },
      cancelled: {
        tags: "cancelled",
        on: { "export.start": { target: "running", actions: "begin" }, "export.close": "idle" },
      },
      failed: {
        tags: "failed",
        on: { "export.start": { target: "running", actions: "begin" }, "export.close": "idle" },
      },
    },
  });
