import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type RoleRow, roleRightCalls } from "../../../../adapters/contract/roleRight.ts";
import { roleLabels } from "../../../../adapters/contract/roles.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import type { PageDialogProps } from "../../../list/listDefinition.ts";
import { QueryPanel } from "../../../list/QueryPanel.tsx";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { TextAction } from "../../../ui/TextAction.tsx";
import {
  type EditableRole,
  newRole,
  newRoleForm,
  ownRoleForm,
  presetRoleForm,
  removeRoleForm,
  toRoleName,
} from "./roleForms.ts";
import { RightAreasContext } from "./useRightAreas.ts";

/** Describes how a role's rights differ from its preset. */
function describeChanges({ id, role, name, given, taken }: RoleRow): string {
  if (id === null) return "全部权限，不能修改";
  const parts = [
    given.length > 0 ? `增加 ${given.length} 项` : "",
    taken.length > 0 ? `去掉 ${taken.length} 项` : "",
  ].filter((part) => part !== "");
  const base = name === "" ? "预设" : `同${roleLabels[role]}的预设`;
  return parts.length === 0 ? base : `${name === "" ? "" : `${roleLabels[role]}，`}${parts.join("，")}`;
}

/** Preset and custom roles with their rights. */
export function RoleRights({ onClose }: PageDialogProps) {
  const { client } = usePageApi();
  const query = useQuery("roleRights", (signal) => client.call(roleRightCalls.roleRightList, {}, { signal }));
  const { reread, result } = query;
  const options = { onSaved: reread, onUncertain: reread };
  const presetForm = useForm(presetRoleForm, options);
  const ownForm = useForm(ownRoleForm, options);
  const newForm = useForm(newRoleForm, options);
  const removeForm = useForm(removeRoleForm, options);
  return (
    <QueryPanel
      title={word.roleRights}
      noun={word.roleRights}
      query={query}
      onClose={onClose}
      forms={
        <RightAreasContext value={result.state === "success" ? result.data.areas : []}>
          <FormHost form={presetForm} />
          <FormHost form={ownForm} />
          <FormHost form={newForm} />
          <FormHost form={removeForm} />
        </RightAreasContext>
      }
    >
      {({ roles }) => (
        <Stack gap="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" c="dimmed">
              每个角色能打开的页面、能做的操作和能导出的数据。有多个角色的账号，有一个角色允许即可；审核自己登记的回款等仍不允许。
            </Text>
            <Button flex="none" leftSection={<IconPlus size={16} />} onClick={() => newForm.open(newRole)}>
              新增角色
            </Button>
          </Group>
          <Table aria-label={word.roleRights} styles={{ th: { whiteSpace: "nowrap" } }}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{word.role}</Table.Th>
                <Table.Th ta="right">人数</Table.Th>
                <Table.Th>权限</Table.Th>
                <Table.Th>{word.action}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {roles.map((row) => (
                <Table.Tr key={row.id ?? row.role}>
                  <Table.Td>{toRoleName(row)}</Table.Td>
                  <Table.Td ta="right">{row.people}</Table.Td>
                  <Table.Td>{describeChanges(row)}</Table.Td>
                  <Table.Td>
                    <RoleActions
                      row={row}
                      onEdit={(role) => (role.name === "" ? presetForm : ownForm).open(role)}
                      onRemove={removeForm.open}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      )}
    </QueryPanel>
  );
}

interface ActionProps {
  readonly row: RoleRow;
  readonly onEdit: (role: EditableRole) => void;
  readonly onRemove: (role: EditableRole) => void;
}

function RoleActions({ row, onEdit, onRemove }: ActionProps) {
  const { id } = row;
  if (id === null) return "-";
  return (
    <Group gap="sm" wrap="nowrap">
      <TextAction aria-label={`设置权限 ${toRoleName(row)}`} onClick={() => onEdit({ ...row, id })}>
        设置权限
      </TextAction>
      {row.name !== "" && (
        <TextAction
          aria-label={`删除 ${row.name}`}
          style={{ color: "var(--mantine-color-error)" }}
          onClick={() => onRemove({ ...row, id })}
        >
          {word.remove}
        </TextAction>
      )}
    </Group>
  );
}
