import type * as z from "zod/mini";
import { department, departmentCalls } from "../../../../adapters/contract/department.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { actionForm } from "../../../list/form/actionForm.ts";
import { recordForm } from "../../../list/form/recordForm.ts";

/** Adds or renames a department. */
export const departmentForm = recordForm({
  name: "department",
  noun: word.department,
  save: departmentCalls.departmentSave,
  detailCall: { data: department },
  container: "dialog",
  sections: [{ fields: [{ kind: "text", name: "name", label: "部门名称", wide: true }] }],
});

export const removeDepartmentForm = actionForm({
  name: "department-remove",
  title: ({ name }: z.output<typeof department>) => `删除部门 ${name}`,
  call: departmentCalls.departmentRemove,
  detailCall: { data: department },
  destructive: true,
  submitLabel: word.remove,
  consequence: () => "删除后不能再选择该部门；企业和账号不受影响。",
  args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
});
