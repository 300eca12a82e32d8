import { editMachine } from "../../../machines/edit.machine.ts";
import type { CurrentRecord, EditContext } from "../../../machines/editPort.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import { defineSubject } from "../defineSubject.ts";
import { editExpectation } from "../expect/edit.ts";

interface Row {
  readonly id: string;
  readonly version: number;
}

const formatValues = ({ name, remark }: FormValues) => `${name ?? ""}/${remark ?? ""}`;
const formatRecord = (row: Row | null) => (row ? `v${row.version}` : "new");
const theirRecord: CurrentRecord<Row> = {
  row: { id: "9", version: 4 },
  values: { name: "张三", remark: "旧" },
};
const saveError = (label: string, error: unknown) => ({
  label,
  event: { type: "xstate.error.actor.save", error },
});

/** A form with pending calls. */
export const editSubject = defineSubject({
  name: "edit",
  expectation: editExpectation,
  build: (environment) => ({
    machine: editMachine<Row>({
      newRequestId: () => `q${environment.nextId()}`,
      save: ({ row, values: typed, requestId }, signal) =>
        environment.call("save", `saves ${formatRecord(row)} ${formatValues(typed)} ${requestId}`, signal),
      parseCurrent: (data) => data as CurrentRecord<Row> | null,
      loadDraft: (row, signal) => environment.call("loadDraft", `GET draft ${formatRecord(row)}`, signal),
      saveDraft: (row, typed) =>
        environment.recordEffect(`saves draft ${formatRecord(row)} ${formatValues(typed)}`),
      discardDraft: (row) => environment.recordEffect(`deletes draft ${formatRecord(row)}`),
      onSaved: ({ id }) => environment.recordEffect(`notifies: ${id} saved`),
      onUncertain: () => environment.recordEffect("loads the page anew"),
    }),
  }),
  observe: (context: EditContext<Row>) => ({
    version: context.row?.version ?? null,
    base: formatValues(context.base),
    values: formatValues(context.values),
    draft: context.draft && formatValues(context.draft),
    requestId: context.requestId,
    error:
      context.error &&
      [
        `${context.error.kind} ${context.error.message}`,
        ...context.error.issues.map(({ path, message }) => `${path}:${message}`),
      ].join(" "),
    theirs: context.theirs && `${formatRecord(context.theirs.row)} ${formatValues(context.theirs.values)}`,
    saved: context.saveResult && String(context.saveResult.oneTimeSecret),
  }),
  key: ({ context }) => [context.row?.version, formatValues(context.values) === formatValues(context.base)],
  stimuli: [
    { label: "open a new one", event: { type: "form.open", row: null, values: { name: "", remark: "" } } },
    {
      label: "open version 3",
      event: { type: "form.open", row: { id: "9", version: 3 }, values: { name: "王五", remark: "旧" } },
    },
    { label: "type a remark", event: { type: "values.change", values: { name: "王五", remark: "新" } } },
    { label: "type a name", event: { type: "values.change", values: { name: "赵六", remark: "旧" } } },
    { label: "a remark is filled in", event: { type: "values.prefill", values: { remark: "填入" } } },
    { label: "submit", event: { type: "form.submit" } },
    { label: "close", event: { type: "form.close" } },
    { label: "leave", event: { type: "close.confirm" } },
    { label: "stay", event: { type: "close.cancel" } },
    { label: "restore the draft", event: { type: "draft.restore" } },
    { label: "discard the draft", event: { type: "draft.discard" } },
    { label: "keep mine", event: { type: "conflict.keepMine" } },
    { label: "take theirs", event: { type: "conflict.takeTheirs" } },
    { label: "no draft", event: { type: "xstate.done.actor.loadDraft", output: null } },
    { label: "a draft", event: { type: "xstate.done.actor.loadDraft", output: { remark: "草稿" } } },
    { label: "draft fails", event: { type: "xstate.error.actor.loadDraft", error: { kind: "offline" } } },
    { label: "saved", event: { type: "xstate.done.actor.save", output: { id: "9" } } },
    {
      label: "saved, a password to show",
      event: { type: "xstate.done.actor.save", output: { id: "9", oneTimeSecret: "Ab3#" } },
    },
    saveError("conflict with version 4", { kind: "conflict", message: "已被他人修改", data: theirRecord }),
    saveError("conflict that cannot be read", { kind: "conflict", message: "已被他人修改", data: null }),
    saveError("no answer in time", { kind: "timeout", message: "" }),
    saveError("offline", { kind: "offline", message: "" }),
    saveError("answer that does not fit", { kind: "contract", message: "data.id: expected string" }),
    saveError("commit of unknown result", { kind: "commitUnknown", message: "可能已经生效" }),
    saveError("field wrong", {
      kind: "invalid",
      message: "提交的内容有误",
      issues: [{ path: "name", message: "请输入名称" }],
    }),
  ],
  invariant: ({ effects }) =>
    effects.filter((item) => item.startsWith("saves")).length > 1 ? "saved twice in one step" : null,
});
