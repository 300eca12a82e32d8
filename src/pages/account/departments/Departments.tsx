import { Button, Center, Group, Loader, Stack, Table, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { departmentCalls } from "../../../../adapters/contract/department.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import type { PageDialogProps } from "../../../list/listDefinition.ts";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { TextAction } from "../../../ui/TextAction.tsx";
import { departmentForm, removeDepartmentForm } from "./departmentForm.ts";

/** The departments, which decide what people with the data scope 本部门 see. */
export function Departments({ onClose }: PageDialogProps) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery("departments", (signal) =>
    client.call(departmentCalls.departmentList, {}, { signal }),
  );
  const editForm = useForm(departmentForm, { onSaved: refetch, onUncertain: refetch });
  const removeForm = useForm(removeDepartmentForm, { onSaved: refetch, onUncertain: refetch });
  return (
    <SidePanel opened onClose={onClose} title="部门">
      {result.state === "pending" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {result.state === "error" && (
        <Center py="xl">
          <Button onClick={refetch}>部门没有读到，重试</Button>
        </Center>
      )}
      {result.state === "success" && (
        <Stack gap="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" c="dimmed">
              数据范围为「本部门」的账号，只看到客户经理在本部门的企业。在「编辑」中为每个账号选择部门。
            </Text>
            <Button flex="none" leftSection={<IconPlus size={16} />} onClick={() => editForm.open(null)}>
              新增部门
            </Button>
          </Group>
          {result.data.length === 0 ? (
            <Text size="sm">还没有部门。</Text>
          ) : (
            <Table aria-label="部门">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>部门</Table.Th>
                  <Table.Th ta="right">人数</Table.Th>
                  <Table.Th ta="right">企业</Table.Th>
                  <Table.Th>操作</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {result.data.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>{row.name}</Table.Td>
                    <Table.Td ta="right">{row.people}</Table.Td>
                    <Table.Td ta="right">{row.companies}</Table.Td>
                    <Table.Td>
                      <Group gap="sm" wrap="nowrap">
                        <TextAction aria-label={`编辑 ${row.name}`} onClick={() => editForm.open(row)}>
                          编辑
                        </TextAction>
                        <TextAction
                          aria-label={`删除 ${row.name}`}
                          style={{ color: "var(--mantine-color-error)" }}
                          onClick={() => removeForm.open(row)}
                        >
                          删除
                        </TextAction>
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </Stack>
      )}
      <FormHost form={editForm} />
      <FormHost form={removeForm} />
    </SidePanel>
  );
}
