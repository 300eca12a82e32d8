import { type ExportContext, exportMachine } from "../../../machines/export.machine.ts";
import { defineSubject, type Stimulus } from "../defineSubject.ts";
import { exportExpectation } from "../expect/export.ts";

const progressStimulus = (rows: number, total = 1200): Stimulus => ({
  label: `${rows} of ${total} rows`,
  type: "export.progress",
  event: ({ context }) => ({ type: "export.progress", exportId: context.exportId, rows, total }),
});

/** An export with a pending call. */
export const exportSubject = defineSubject({
  name: "export",
  expectation: exportExpectation,
  build: (environment) => ({
    machine: exportMachine<string>({
      newExportId: () => `e${environment.nextId()}`,
      run: ({ exportId, query }, signal) =>
        environment.call("run", `POST export ${exportId} ${query}`, signal),
    }),
  }),
  observe: ({ exportId, rows, total, result, error }: ExportContext) => ({
    exportId,
    rows,
    total,
    result: result && `${result.fileName} ${result.rows}`,
    error: error && `${error.kind} ${error.message}`,
  }),
  key: ({ context }) => [context.rows, context.total],
  stimuli: [
    { label: "start", event: { type: "export.start", query: "frozen" } },
    progressStimulus(0),
    progressStimulus(500),
    progressStimulus(500, 1300),
    progressStimulus(1000),
    {
      label: "rows of another export",
      event: { type: "export.progress", exportId: "e99", rows: 1100, total: 1200 },
    },
    { label: "cancel", event: { type: "export.cancel" } },
    { label: "close", event: { type: "export.close" } },
    {
      label: "file arrives",
      event: { type: "xstate.done.actor.run", output: { fileName: "账号列表-20261120.xlsx", rows: 1200 } },
    },
    {
      label: "export fails",
      event: { type: "xstate.error.actor.run", error: { kind: "offline", message: "连接中断" } },
    },
    {
      label: "cancelled in the export centre",
      event: { type: "xstate.error.actor.run", error: { kind: "cancelled", message: "已在导出中心取消" } },
    },
  ],
  invariant: ({ seen }) =>
    Number(seen.total) > 0 && Number(seen.rows) > Number(seen.total) ? "more rows than there are" : null,
});
