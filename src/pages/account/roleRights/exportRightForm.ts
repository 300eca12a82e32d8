import type * as z from "zod/mini";
import { type roleRight, roleRightCalls } from "../../../../adapters/contract/roleRight.ts";
import { roleLabels } from "../../../../adapters/contract/roles.ts";
import { actionForm } from "../../../list/form/actionForm.ts";

type RoleRight = z.output<typeof roleRight> & { readonly id: string };

/** Gives a role the right to export, or takes it. */
export const exportRightForm = actionForm({
  name: "role-export",
  title: ({ role, mayExport }: RoleRight) => `${mayExport ? "停用" : "允许"}${roleLabels[role]}的导出`,
  call: roleRightCalls.roleRightSave,
  consequence: ({ role, mayExport }) =>
    mayExport
      ? `${roleLabels[role]}仍能查看列表，但不能再导出和下载文件；正在进行的导出将停止。`
      : `${roleLabels[role]}可以导出能查看的列表。`,
  args: ({ role, mayExport }, _, requestId) => ({ body: { role, mayExport: !mayExport, requestId } }),
});
