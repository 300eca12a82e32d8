import { createElement } from "react";
import * as z from "zod/mini";
import { toDictionary } from "../../../../adapters/contract/defineEnum.ts";
import { type RoleRow, roleRightCalls, roleRow } from "../../../../adapters/contract/roleRight.ts";
import { consoleRoles, roleLabels } from "../../../../adapters/contract/roles.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { actionForm } from "../../../list/form/actionForm.ts";
import type { FormConfig } from "../../../list/form/formConfig.ts";
import { RightsField, RightsText } from "./RightsField.tsx";
import { parseChanges } from "./roleChanges.ts";

/** A role that admins can change. */
export type EditableRole = RoleRow & { readonly id: string };

/** Initial values of a custom role. */
export const newRole: EditableRole = {
  id: "new",
  version: 1,
  role: "operator",
  name: "",
  given: [],
  taken: [],
  people: 0,
};

/** Display name of a role. */
export const toRoleName = ({ name, role }: Pick<RoleRow, "name" | "role">): string =>
  name === "" ? roleLabels[role] : name;

const baseRole = toDictionary(
  "base_role",
  consoleRoles
    .filter((role) => role !== "admin")
    .map((value, index) => ({ value, label: roleLabels[value], sort: index + 1 })),
);

const rightsField = {
  kind: "custom",
  name: "rights",
  label: "权限",
  control: RightsField,
  formatValue: (value: unknown) => createElement(RightsText, { value }),
  wide: true,
} as const;

const toEffect = ({ people }: RoleRow): string =>
  people === 0
    ? "现在没有人是这个角色。"
    : `保存后立即对 ${people} 人生效，他们打开着的页面在数秒内随之变化；不再允许的导出将停止。`;

const toInitialValues = ({ name, role, given, taken }: EditableRole) => ({
  name,
  role,
  rights: { role, given, taken },
});

const schemas = { rights: z.unknown() };
const nameField = { kind: "text", name: "name", label: "角色名称", placeholder: "例如 出纳" } as const;
const named = { names: ["name"] as const, isNeeded: () => true };

/** Changes the rights of a preset role. */
export const presetRoleForm = actionForm({
  name: "role-preset",
  title: (row: EditableRole) => `${toRoleName(row)}的权限`,
  done: (row) => `已保存${toRoleName(row)}的权限`,
  call: roleRightCalls.roleRightSave,
  detailCall: { data: roleRow },
  container: "drawer",
  submitLabel: word.save,
  consequence: toEffect,
  fields: [rightsField],
  schemas,
  getInitialValues: toInitialValues,
  args: ({ id, version, role }, { rights }, requestId) => ({
    body: { id, version, role, ...parseChanges(rights), requestId },
  }),
});

/** Changes name and rights of a custom role. */
export const ownRoleForm = actionForm({
  name: "role-own",
  title: (row: EditableRole) => `编辑角色 ${row.name}`,
  done: ({ name }) => `已保存角色 ${name}`,
  call: roleRightCalls.roleRightSave,
  detailCall: { data: roleRow },
  container: "drawer",
  submitLabel: word.save,
  consequence: toEffect,
  fields: [nameField, rightsField],
  schemas,
  requiredWhen: named,
  getInitialValues: toInitialValues,
  args: ({ id, version, role }, { name, rights }, requestId) => ({
    body: { id, version, name, role, ...parseChanges(rights), requestId },
  }),
});

const addRoleForm = actionForm({
  name: "role-new",
  title: (_: EditableRole) => "新增角色",
  call: roleRightCalls.roleRightSave,
  container: "drawer",
  submitLabel: word.save,
  fields: [
    nameField,
    {
      kind: "select",
      name: "role",
      label: "基于",
      dictionary: baseRole,
      hint: "从它的预设开始增减，保存后不能更换",
    },
    rightsField,
  ],
  schemas,
  requiredWhen: named,
  getInitialValues: toInitialValues,
  args: (_, { name, role, rights }, requestId) => ({
    // Safe cast: the dictionary has only these.
    body: { name, role: role as RoleRow["role"], ...parseChanges(rights), requestId },
  }),
});

/** Adds a custom role. */
export const newRoleForm: FormConfig<EditableRole> = {
  ...addRoleForm,
  done: (_, { name }) => `已新增角色 ${String(name)}`,
};

export const removeRoleForm = actionForm({
  name: "role-remove",
  title: (row: EditableRole) => `删除角色 ${row.name}`,
  call: roleRightCalls.roleRightRemove,
  detailCall: { data: roleRow },
  destructive: true,
  submitLabel: word.remove,
  consequence: () => "删除后不能再选择该角色。",
  args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
});
