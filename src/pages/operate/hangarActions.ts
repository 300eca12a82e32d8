import { type HangarRow, hangarCalls } from "../../../adapters/contract/hangar.ts";
import { hangarStatusMachine } from "../../../machines/status/hangar.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { statusRefusal } from "../../list/statusRefusal.ts";

export const suspendHangar: RowAction<HangarRow> = {
  name: "suspend",
  label: "停用检修",
  call: hangarCalls.hangarAdd,
  destructive: true,
  isApplicable: ({ status }) => status !== "service",
  refusal: statusRefusal(hangarStatusMachine, "suspend", "停用检修"),
  form: actionForm({
    name: "hangar-suspend",
    title: ({ name }: HangarRow) => `停用检修 ${name}`,
    call: hangarCalls.hangarAdd,
    detailCall: hangarCalls.hangarOne,
    destructive: true,
    submitLabel: "停用检修",
    consequence: ({ name }) => `停用后「${name}」不计入可用机场，不再有任务从这里起飞，直到恢复使用。`,
    args: ({ id, version }, _, requestId) => ({
      body: { id, version, status: "service" as const, requestId },
    }),
  }),
};

export const resumeHangar: RowAction<HangarRow> = {
  name: "resume",
  label: "恢复使用",
  call: hangarCalls.hangarAdd,
  isApplicable: ({ status }) => hangarStatusMachine.allowed(status).includes("resume"),
  form: actionForm({
    name: "hangar-resume",
    title: ({ name }: HangarRow) => `恢复使用 ${name}`,
    call: hangarCalls.hangarAdd,
    detailCall: hangarCalls.hangarOne,
    submitLabel: "恢复使用",
    consequence: ({ name }) => `恢复后「${name}」可以执行任务，请确认检修已完成。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, status: "idle" as const, requestId } }),
  }),
};
