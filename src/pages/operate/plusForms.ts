import type { BoxRow } from "../../../adapters/contract/box.ts";
import {
  type PlusRow,
  plusCalls,
  plusFieldLabels,
  plusKind,
  plusStatus,
} from "../../../adapters/contract/plus.ts";
import * as word from "../../../adapters/contract/words.ts";
import { actionForm } from "../../list/form/actionForm.ts";

const name = { kind: "text", name: "name", label: plusFieldLabels.name } as const;
const sn = { kind: "text", name: "sn", label: word.sn } as const;
const kind = { kind: "select", name: "kind", label: word.type, dictionary: plusKind } as const;
const status = { kind: "select", name: "status", label: word.status, dictionary: plusStatus } as const;

/** Casts a selected value to its enum; the server refuses anything else. */
const toOption = <V extends string>(value: string) => value as V;

export const addPlusForm = actionForm({
  name: "plus-add",
  title: ({ name: box }: BoxRow) => `为 ${box} 添加扩展模块`,
  call: plusCalls.plusAdd,
  submitLabel: "添加",
  fields: [name, kind, sn],
  args: ({ id: boxId }, values, requestId) => ({
    body: {
      boxId,
      name: values.name,
      kind: toOption<PlusRow["kind"]>(values.kind),
      sn: values.sn,
      requestId,
    },
  }),
});

export const editPlusForm = actionForm({
  name: "plus-edit",
  title: ({ name: module }: PlusRow) => `编辑 ${module}`,
  call: plusCalls.plusUpdate,
  submitLabel: word.save,
  fields: [name, kind, sn, status],
  // Same requirements as when adding: an edit must not clear required fields.
  schemas: { ...plusCalls.plusAdd.body.shape, status: plusStatus.schema },
  getInitialValues: (row) => ({ name: row.name, kind: row.kind, sn: row.sn, status: row.status }),
  args: ({ id, version }, values, requestId) => ({
    body: {
      id,
      version,
      name: values.name,
      kind: toOption<PlusRow["kind"]>(values.kind),
      sn: values.sn,
      status: toOption<PlusRow["status"]>(values.status),
      requestId,
    },
  }),
});

export const deletePlusForm = actionForm({
  name: "plus-delete",
  title: ({ name: module }: PlusRow) => `删除 ${module}`,
  call: plusCalls.plusDel,
  destructive: true,
  submitLabel: word.remove,
  consequence: ({ name: module, sn: serial }) => `将从云盒删除扩展模块「${module}」（${serial}）。`,
  args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
});
