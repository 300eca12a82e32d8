import { editMachine } from "../../../machines/edit.machine.ts";
import type { EditContext, PresentRecord } from "../../../machines/editPort.ts";
import type { FormValues } from "../../../machines/formValues.ts";
import { editExpectation } from "../expect/edit.ts";
import { subject } from "../subject.ts";

interface Row {
  readonly id: string;
  readonly version: number;
}

const values = ({ name, remark }: FormValues) => `${name ?? ""}/${remark ?? ""}`;
const record = (row: Row | null) => (row ? `v${row.version}` : "new");
const theirs: PresentRecord<Row> = { row: { id: "9", version: 4 }, values: { name: "张三", remark: "旧" } };
const failed = (label: string, error: unknown) => ({
  label,
  event: { type: "xstate.error.actor.save", error },
});

/** A form with its calls held back. */
export const editSubject = subject({
  name: "edit",
  expectation: editExpectation,
  build: (world) => ({
    machine: editMachine<Row>({
      newRequestId: () => `q${world.count()}`,
      save: ({ row, values: typed, requestId }, signal) =>
        world.call("save", `saves ${record(row)} ${values(typed)} ${requestId}`, signal),
      present: (data) => data as PresentRecord<Row> | null,
      loadDraft: (row, signal) => world.call("loadDraft", `GET draft ${record(row)}`, signal),
      saveDraft: (row, typed) => world.did(`keeps draft ${record(row)} ${values(typed)}`),
      dropDraft: (row) => world.did(`drops draft ${record(row)}`),
      saved: ({ id }) => world.did(`tells ${id} is saved`),
      doubted: () => world.did("loads the page anew"),
    }),
  }),
  see: (context: EditContext<Row>) => ({
    version: context.row?.version ?? null,
    base: values(context.base),
    values: values(context.values),
    draft: context.draft && values(context.draft),
    requestId: context.requestId,
    fault:
      context.fault &&
      [
        `${context.fault.kind} ${context.fault.message}`,
        ...context.fault.issues.map(({ path, message }) => `${path}:${message}`),
      ].join(" "),
    theirs: context.theirs && `${record(context.theirs.row)} ${values(context.theirs.values)}`,
    saved: context.saved && String(context.saved.shown),
  }),
  key: ({ context }) => [context.row?.version, values(context.values) === values(context.base)],
  stimuli: [
    { label: "open a new one", event: { type: "form.open", row: null, values: { name: "", remark: "" } } },
    {
      label: "open version 3",
      event: { type: "form.open", row: { id: "9", version: 3 }, values: { name: "王五", remark: "旧" } },
    },
    { label: "type a remark", event: { type: "values.change", values: { name: "王五", remark: "新" } } },
    { label: "type a name", event: { type: "values.change", values: { name: "赵六", remark: "旧" } } },
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
      event: { type: "xstate.done.actor.save", output: { id: "9", shown: "Ab3#" } },
    },
    failed("conflict with version 4", { kind: "conflict", message: "已被他人修改", data: theirs }),
    failed("conflict that cannot be read", { kind: "conflict", message: "已被他人修改", data: null }),
    failed("no answer in time", { kind: "timeout", message: "" }),
    failed("offline", { kind: "offline", message: "" }),
    failed("answer that does not fit", { kind: "contract", message: "data.id: expected string" }),
    failed("commit of unknown result", { kind: "commitUnknown", message: "可能已经生效" }),
    failed("field wrong", {
      kind: "invalid",
      message: "提交的内容有误",
      issues: [{ path: "name", message: "请输入名称" }],
    }),
  ],
  invariant: ({ effects }) =>
    effects.filter((one) => one.startsWith("saves")).length > 1 ? "saved twice in one step" : null,
});
