import { type BoxRow, boxCalls } from "../../../adapters/contract/box.ts";
import * as f from "../../../adapters/contract/fields.ts";
import { boxBindingMachine } from "../../../machines/status/boxBinding.ts";
import { actionForm } from "../../list/form/actionForm.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";

export const bindBox: RowAction<BoxRow> = {
  name: "bind",
  label: "绑定",
  call: boxCalls.boxUpdate,
  isApplicable: ({ binding }) => boxBindingMachine.allowed(binding).includes("bind"),
  form: actionForm({
    name: "box-bind",
    title: ({ name }: BoxRow) => `绑定 ${name}`,
    call: boxCalls.boxUpdate,
    detailCall: boxCalls.boxOne,
    submitLabel: "绑定",
    consequence: ({ mac }) => `绑定后云盒 ${mac} 的数据归所选企业，并记入归属记录。`,
    fields: [{ kind: "choice", name: "companyId", label: "企业", source: companyChoices }],
    // The call takes an empty one too, which unbinds.
    schemas: { companyId: f.id },
    args: ({ id, version }, { companyId }, requestId) => ({ body: { id, version, companyId, requestId } }),
  }),
};

export const unbindBox: RowAction<BoxRow> = {
  name: "unbind",
  label: "解绑",
  call: boxCalls.boxUpdate,
  destructive: true,
  isApplicable: ({ binding }) => boxBindingMachine.allowed(binding).includes("unbind"),
  form: actionForm({
    name: "box-unbind",
    title: ({ name }: BoxRow) => `解绑 ${name}`,
    call: boxCalls.boxUpdate,
    detailCall: boxCalls.boxOne,
    destructive: true,
    submitLabel: "解绑",
    consequence: ({ companyName, deviceCount }) =>
      `解绑后云盒不再属于「${companyName}」${deviceCount > 0 ? `，接入的 ${deviceCount} 台设备将断开` : ""}，归属记录保留。`,
    args: ({ id, version }, _, requestId) => ({ body: { id, version, companyId: "" as const, requestId } }),
  }),
};
