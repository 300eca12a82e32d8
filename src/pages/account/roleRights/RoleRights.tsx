import { Stack, Table, Text } from "@mantine/core";
import type * as z from "zod/mini";
import { type roleRight, roleRightCalls } from "../../../../adapters/contract/roleRight.ts";
import { roleLabels } from "../../../../adapters/contract/roles.ts";
import { actionForm } from "../../../list/form/actionForm.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import type { PageDialogProps } from "../../../list/listDefinition.ts";
import { QueryPanel } from "../../../list/QueryPanel.tsx";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { TextAction } from "../../../ui/TextAction.tsx";

type RoleRight = z.output<typeof roleRight> & { readonly id: string };

const toActName = ({ mayExport }: Pick<RoleRight, "mayExport">) => (mayExport ? "停用导出" : "允许导出");

/** Gives a role the right to export, or takes it. */
const exportRightForm = actionForm({
  name: "role-export",
  title: ({ role, mayExport }: RoleRight) => `${mayExport ? "停用" : "允许"}${roleLabels[role]}的导出`,
  call: roleRightCalls.roleRightSave,
  consequence: ({ role, mayExport }) =>
    mayExport
      ? `${roleLabels[role]}仍能查看列表，但不能再导出和下载文件；正在进行的导出将停止。`
      : `${roleLabels[role]}可以导出能查看的列表。`,
  args: ({ role, mayExport }, _, requestId) => ({ body: { role, mayExport: !mayExport, requestId } }),
});

/** Which roles may export what they may list. */
export function RoleRights({ onClose }: PageDialogProps) {
  const { client } = usePageApi();
  const query = useQuery("roleRights", (signal) => client.call(roleRightCalls.roleRightList, {}, { signal }));
  const { reread } = query;
  const form = useForm(exportRightForm, { onSaved: reread, onUncertain: reread });
  return (
    <QueryPanel
      title="导出权限"
      noun="导出权限"
      query={query}
      onClose={onClose}
      forms={<FormHost form={form} />}
    >
      {(data) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            角色能查看的列表不变；没有导出权限的角色看不到「导出」，也不能下载以前导出的文件。有多个角色的账号，按仍可导出的角色计算。
          </Text>
          <Table aria-label="导出权限" styles={{ th: { whiteSpace: "nowrap" } }}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>角色</Table.Th>
                <Table.Th ta="right">人数</Table.Th>
                <Table.Th>导出</Table.Th>
                <Table.Th>操作</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((row) => (
                <Table.Tr key={row.role}>
                  <Table.Td>{roleLabels[row.role]}</Table.Td>
                  <Table.Td ta="right">{row.people}</Table.Td>
                  <Table.Td>{row.mayExport ? "可以" : "不可以"}</Table.Td>
                  <Table.Td>
                    {row.role === "admin" ? (
                      "-"
                    ) : (
                      <TextAction
                        aria-label={`${toActName(row)} ${roleLabels[row.role]}`}
                        onClick={() => form.open({ ...row, id: row.role })}
                      >
                        {toActName(row)}
                      </TextAction>
                    )}
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
