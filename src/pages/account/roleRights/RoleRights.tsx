import { Button, Center, Loader, Stack, Table, Text } from "@mantine/core";
import { roleRightCalls } from "../../../../adapters/contract/roleRight.ts";
import { roleLabels } from "../../../../adapters/contract/roles.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import type { PageDialogProps } from "../../../list/listDefinition.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { TextAction } from "../../../ui/TextAction.tsx";
import { exportRightForm } from "./exportRightForm.ts";

/** Which roles may export what they may list. */
export function RoleRights({ onClose }: PageDialogProps) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery("roleRights", (signal) =>
    client.call(roleRightCalls.roleRightList, {}, { signal }),
  );
  const form = useForm(exportRightForm, { onSaved: refetch, onUncertain: refetch });
  return (
    <SidePanel opened onClose={onClose} title="角色权限">
      {result.state === "pending" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {result.state === "error" && (
        <Center py="xl">
          <Button onClick={refetch}>角色没有读到，重试</Button>
        </Center>
      )}
      {result.state === "success" && (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            角色能查看的列表不变；没有导出权限的角色看不到「导出」，也不能下载以前导出的文件。有多个角色的账号，按仍可导出的角色计算。
          </Text>
          <Table aria-label="角色权限">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>角色</Table.Th>
                <Table.Th ta="right">人数</Table.Th>
                <Table.Th>导出</Table.Th>
                <Table.Th>操作</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {result.data.map((row) => (
                <Table.Tr key={row.role}>
                  <Table.Td>{roleLabels[row.role]}</Table.Td>
                  <Table.Td ta="right">{row.people}</Table.Td>
                  <Table.Td>{row.mayExport ? "可以" : "不可以"}</Table.Td>
                  <Table.Td>
                    {row.role === "admin" ? (
                      "-"
                    ) : (
                      <TextAction
                        aria-label={`${row.mayExport ? "停用" : "允许"}${roleLabels[row.role]}的导出`}
                        onClick={() => form.open({ ...row, id: row.role })}
                      >
                        {row.mayExport ? "停用导出" : "允许导出"}
                      </TextAction>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      )}
      <FormHost form={form} />
    </SidePanel>
  );
}
