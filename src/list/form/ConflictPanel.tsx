import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import { useSelector } from "@xstate/react";
import { findConflicts } from "../../../machines/formValues.ts";
import type { FormInstance } from "./createFormHandle.ts";
import { FieldValueText } from "./FieldValueText.tsx";
import { getFields } from "./formConfig.ts";

/** Somebody else saved meanwhile: what they changed, field by field, and both ways on. */
export function ConflictPanel({ form: { config, actor } }: { readonly form: FormInstance }) {
  const { row, base, values, theirs } = useSelector(actor, ({ context }) => context);
  const fields = getFields(config, row);
  const conflicts = findConflicts(base, values, theirs?.values ?? {});
  return (
    <Stack>
      <Alert color="orange" role="alert" title="该记录已被他人修改">
        {conflicts.length > 0
          ? "下面是对方改过的内容。保留您的修改时只写入您改过的字段，其余按对方的保存。"
          : "对方改的不是这张表单里的内容，可以继续保存。"}
      </Alert>
      {conflicts.length > 0 && (
        <Table withTableBorder aria-label="双方的修改">
          <Table.Thead>
            <Table.Tr>
              {["字段", "原来", "对方改为", "我填写的"].map((title) => (
                <Table.Th key={title}>{title}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map((conflict) => {
              const field = fields.find(({ name }) => name === conflict.field);
              return (
                <Table.Tr key={conflict.field}>
                  <Table.Th scope="row">{field?.label ?? conflict.field}</Table.Th>
                  {[conflict.base, conflict.theirs, conflict.mine].map((value, index) => (
                    <Table.Td key={["base", "theirs", "mine"][index]} style={{ overflowWrap: "anywhere" }}>
                      {index === 2 && !conflict.touched ? (
                        <Text span size="sm" c="dimmed">
                          未修改
                        </Text>
                      ) : (
                        <FieldValueText field={field} value={value} />
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => actor.send({ type: "form.close" })}>
          取消
        </Button>
        <Button variant="default" onClick={() => actor.send({ type: "conflict.takeTheirs" })}>
          采用对方的内容
        </Button>
        <Button onClick={() => actor.send({ type: "conflict.keepMine" })}>保留我的修改并保存</Button>
      </Group>
    </Stack>
  );
}
