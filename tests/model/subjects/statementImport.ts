import {
  type StatementImportContext,
  statementImportMachine,
} from "../../../machines/statementImport.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { statementImportExpectation } from "../expect/statementImport.ts";

/** An import of a statement of two lines, with pending calls; only file names ending in `.csv` are valid. */
export const statementImportSubject = defineSubject({
  name: "statementImport",
  expectation: statementImportExpectation,
  build: (environment) => {
    let count = 0;
    return {
      machine: statementImportMachine<{ readonly name: string }, string, string>({
        validateFile: ({ name }) => (name.endsWith(".csv") ? null : "请选择银行对账单文件"),
        read: ({ name }, signal) => environment.call("read", `POST ${name}`, signal),
        needsColumns: (statement) => statement === "odd",
        saveColumns: (columns, signal) => environment.call("saveColumns", `save ${columns}`, signal),
        getProposals: () => {
          count = 0;
          return { 2: "A" };
        },
        newRequestId: () => `r${++count}`,
        register: ({ row, orderId, requestId }, signal) =>
          environment.call("register", `register ${row}→${orderId}#${requestId}`, signal),
      }),
    };
  },
  observe: ({
    file,
    message,
    statement,
    choices,
    queue,
    results,
    sent,
  }: StatementImportContext<{ readonly name: string }, string>) => ({
    file: file?.name ?? "",
    message,
    statement,
    choices: Object.entries(choices)
      .map(([row, orderId]) => `${row}→${orderId}`)
      .join(" "),
    queue: queue.map(({ row }) => row).join(" "),
    results: results.map(({ row, error }) => `${row} ${error?.kind ?? "ok"}`).join(", "),
    sent: sent.map(({ row, orderId, requestId }) => `${row}→${orderId}#${requestId}`).join(" "),
  }),
  stimuli: [
    { label: "choose a statement", event: { type: "file.choose", file: { name: "march.csv" } } },
    { label: "choose a picture", event: { type: "file.choose", file: { name: "march.png" } } },
    { label: "cancel", event: { type: "read.cancel" } },
    { label: "read", event: { type: "xstate.done.actor.read", output: "march" } },
    { label: "read without columns", event: { type: "xstate.done.actor.read", output: "odd" } },
    { label: "choose columns", event: { type: "columns.save", columns: "ABC" } },
    { label: "other columns", event: { type: "columns.change" } },
    { label: "back", event: { type: "columns.back" } },
    { label: "columns kept", event: { type: "xstate.done.actor.saveColumns", output: undefined } },
    {
      label: "columns not kept",
      event: { type: "xstate.error.actor.saveColumns", error: { kind: "offline", message: "" } },
    },
    {
      label: "server refuses the file",
      event: {
        type: "xstate.error.actor.read",
        error: { kind: "refused", message: "对账单中没有找到这些列" },
      },
    },
    {
      label: "no answer for the file",
      event: { type: "xstate.error.actor.read", error: { kind: "offline", message: "" } },
    },
    { label: "row 3 pays B", event: { type: "line.choose", row: "3", orderId: "B" } },
    { label: "leave row 2 out", event: { type: "line.choose", row: "2", orderId: "" } },
    { label: "register", event: { type: "import.submit" } },
    { label: "registered", event: { type: "xstate.done.actor.register", output: undefined } },
    {
      label: "refused",
      event: { type: "xstate.error.actor.register", error: { kind: "refused", message: "流水号已登记" } },
    },
    {
      label: "unanswered",
      event: { type: "xstate.error.actor.register", error: { kind: "offline", message: "" } },
    },
    { label: "stop", event: { type: "import.stop" } },
    { label: "retry", event: { type: "import.retry" } },
    { label: "another file", event: { type: "import.restart" } },
  ],
});
