import { Alert, Button, Group, Stack, Table } from "@mantine/core";
import type { BatchResult } from "../../../machines/batch.ts";

interface Props {
  readonly receipt: BatchResult;
  readonly getTitle: (id: string) => string;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** 成功 n，失败 m, each failure with its reason, and a retry button. */
export function BatchReceipt({ receipt: { succeeded, failed }, getTitle, onRetry, onClose }: Props) {
  return (
    <Stack>
      <Alert color={failed.length > 0 ? "orange" : "green"} role="status">
        成功 {succeeded.length}，失败 {failed.length}
      </Alert>
      {failed.length > 0 && (
        <Table withTableBorder aria-label="失败的记录">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>记录</Table.Th>
              <Table.Th>原因</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {failed.map(({ id, reason }) => (
              <Table.Tr key={id}>
                <Table.Td>{getTitle(id)}</Table.Td>
                <Table.Td>{reason || "未能完成"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end">
        {failed.length > 0 && (
          <Button variant="default" onClick={onRetry}>
            重试失败的 {failed.length} 条
          </Button>
        )}
        <Button onClick={onClose}>关闭</Button>
      </Group>
    </Stack>
  );
}
