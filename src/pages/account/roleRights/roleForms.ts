import * as z from "zod/mini";
import { toDictionary } from "../../../../adapters/contract/defineEnum.ts";
import { type RoleRow, roleRightCalls, roleRow } from "../../../../adapters/contract/roleRight.ts";
import { consoleRoles, roleLabels } from "../../../../adapters/contract/roles.ts";
import { actionForm } from "../../../list/form/actionForm.ts";
import { RightsField } from "./RightsField.tsx";
import { parseChanges } from "./roleChanges.ts";

/** A role that admins can change: a stored one, or a new one with an empty id. */
export type EditableRole = RoleRow & { readonly id: string };

/** What a role is called. */
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
  wide: true,
} as const;

const toEffect = ({ people }: RoleRow): string =>
  people === 0
    ? "现在没有人是这个角色。"
    : `保存后立即对 ${people} 人生效，他们刷新页面后菜单和按钮随之变化；不再允许的导出将停止。`;

const toInitialValues = ({ name, role, given, taken }: EditableRole) => ({
  name,
  role,
  rights: { role, given, taken },
});

const schemas = { rights: z.unknown(), role: z.enum(consoleRoles) };

/** Sets the rights of one of the contract's roles. */
export const presetRoleForm = actionForm({
  name: "role-preset",
  title: (row: EditableRole) => `${toRoleName(row)}的权限`,
  call: roleRightCalls.roleRightSave,
  detailCall: { data: roleRow },
  container: "drawer",
  submitLabel: "保存",
  consequence: toEffect,
  fields: [rightsField],
  schemas: { rights: schemas.rights },
  getInitialValues: ({ role, given, taken }) => ({ rights: { role, given, taken } }),
  args: ({ id, version, role }, { rights }, requestId) => ({
    body: { id, version, role, ...parseChanges(rights), requestId },
  }),
});

/** Adds an own role, or edits one. */
export const ownRoleForm = actionForm({
  name: "role-own",
  title: (row: EditableRole) => (row.id === "" ? "新增角色" : `编辑角色 ${row.name}`),
  call: roleRightCalls.roleRightSave,
  detailCall: { data: roleRow },
  container: "drawer",
  submitLabel: "保存",
  fields: [
    { kind: "text", name: "name", label: "角色名称", placeholder: "例如 出纳" },
    {
      kind: "select",
      name: "role",
      label: "基于",
      dictionary: baseRole,
      hint: "从它的预设开始增减；待办、通知和值班按它计算",
    },
    rightsField,
  ],
  schemas,
  requiredWhen: { names: ["name"], isNeeded: () => true },
  getInitialValues: toInitialValues,
  args: ({ id, version }, { name, role, rights }, requestId) => ({
    body: {
      ...(id === "" ? {} : { id, version }),
      name,
      // Safe cast: the dictionary has only these.
      role: role as RoleRow["role"],
      ...parseChanges(rights),
      requestId,
    },
  }),
});

export const removeRoleForm = actionForm({
  name: "role-remove",
  title: (row: EditableRole) => `删除角色 ${row.name}`,
  call: roleRightCalls.roleRightRemove,
  detailCall: { data: roleRow },
  destructive: true,
  submitLabel: "删除",
  consequence: () => "删除后不能再选择该角色。",
  args: ({ id, version }, _, requestId) => ({ params: { id }, query: { version, requestId } }),
});
