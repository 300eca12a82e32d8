import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { departmentCalls } from "../../../../adapters/contract/department.ts";
import * as word from "../../../../adapters/contract/words.ts";
import { FormHost } from "../../../list/form/FormHost.tsx";
import { useForm } from "../../../list/form/useForm.ts";
import type { PageDialogProps } from "../../../list/listDefinition.ts";
import { QueryPanel } from "../../../list/QueryPanel.tsx";
import { useQuery } from "../../../list/useQuery.ts";
import { usePageApi } from "../../../pageApi/usePageApi.ts";
import { TextAction } from "../../../ui/TextAction.tsx";
import { departmentForm, removeDepartmentForm } from "./departmentForm.ts";

/** The departments, which decide what people with the data scope 本部门 see. */
export function Departments({ onClose }: PageDialogProps) {
  const { client } = usePageApi();
  const query = useQuery("departments", (signal) =>
    client.call(departmentCalls.departmentList, {}, { signal }),
  );
  const { reread } = query;
  const editForm = useForm(departmentForm, { onSaved: reread, onUncertain: reread });
  const removeForm = useForm(removeDepartmentForm, { onSaved: reread, onUncertain: reread });
  return (
    <QueryPanel
      title={word.department}
      noun={word.department}
      query={query}
      onClose={onClose}
      forms={
        <>
          <FormHost form={editForm} />
          <FormHost form={removeForm} />
        </>
      }
    >
      {(data) => (
        <Stack gap="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap">
            <Text size="sm" c="dimmed">
              数据范围为「本部门」的账号，只看到客户经理在本部门的企业。在「编辑」中为每个账号选择部门。
            </Text>
            <Button flex="none" leftSection={<IconPlus size={16} />} onClick={() => editForm.open(null)}>
              新增部门
            </Button>
          </Group>
          {data.length === 0 ? (
            <Text size="sm">还没有部门。</Text>
          ) : (
            <Table aria-label={word.department} styles={{ th: { whiteSpace: "nowrap" } }}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{word.department}</Table.Th>
                  <Table.Th ta="right">人数</Table.Th>
                  <Table.Th ta="right">{word.company}</Table.Th>
                  <Table.Th>{word.action}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td>{row.name}</Table.Td>
                    <Table.Td ta="right">{row.people}</Table.Td>
                    <Table.Td ta="right">{row.companies}</Table.Td>
                    <Table.Td>
                      <Group gap="sm" wrap="nowrap">
                        <TextAction aria-label={`编辑 ${row.name}`} onClick={() => editForm.open(row)}>
                          {word.edit}
                        </TextAction>
                        <TextAction
                          aria-label={`删除 ${row.name}`}
                          style={{ color: "var(--mantine-color-error)" }}
                          onClick={() => removeForm.open(row)}
                        >
                          {word.remove}
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
    </QueryPanel>
  );
}
