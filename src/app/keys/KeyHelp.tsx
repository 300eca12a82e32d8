import { Kbd, Table, Title } from "@mantine/core";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { canCall } from "../../list/canCall.ts";
import { auditKeys } from "../../pageApi/auditKeys.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { findPage } from "../routes/pages.ts";
import { listKeys, pageKeys } from "./shortcuts.ts";

/** The list of all shortcuts. */
export function KeyHelp() {
  const pageApi = usePageApi();
  const { canOpen } = pageApi;
  return (
    <>
      <KeyTable
        title="所有页面"
        rows={[
          { keys: ["?"], label: "显示本页的说明和快捷键" },
          { keys: ["Ctrl", "K"], label: "搜索菜单和记录，输入 > 执行命令" },
          { keys: ["F8"], label: "有 P1 告警时，到实时任务并定位" },
        ]}
      />
      <KeyTable title="列表" rows={listKeys.map(({ key, label }) => ({ keys: [key], label }))} />
      {canCall(orderCalls.orderAudit, pageApi) && (
        <KeyTable title="审核订单" rows={auditKeys.map(({ key, label }) => ({ keys: [key], label }))} />
      )}
      <KeyTable
        title="打开页面：先按 g，再按字母"
        rows={Object.entries(pageKeys)
          .filter(([, path]) => canOpen(path))
          .map(([key, path]) => ({ keys: ["g", key], label: findPage(path)?.title ?? path }))}
      />
    </>
  );
}

interface KeyTableProps {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

function KeyTable({ title, rows }: KeyTableProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h5" mt="sm" mb={4}>
        {title}
      </Title>
      <Table aria-label={title} verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(({ keys, label }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={110} fw="normal">
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{label}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
