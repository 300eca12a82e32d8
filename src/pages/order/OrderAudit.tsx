import { Button, Center, Loader, Stack, Text } from "@mantine/core";
import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import type { RowDialogProps } from "../../list/listDefinition.ts";
import { useQuery } from "../../list/useQuery.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { AuditDetail } from "./AuditDetail.tsx";
import { getAuditTitle } from "./orderAuditForms.ts";
import { useAuditForms } from "./useAuditForms.ts";

/** What waits for an audit, read anew when it is opened: the money, its voucher, what will come of it. */
export function OrderAudit({ row, onClose, onDone, onOutdated }: RowDialogProps<OrderRow>) {
  const { client } = usePageApi();
  const { result, refetch } = useQuery(row.id, async (signal) => {
    const params = { id: row.id };
    const [order, pays, grants] = await Promise.all([
      client.call(orderCalls.orderOne, { params }, { signal }),
      client.call(orderPayCalls.orderPayForOrder, { params }, { signal }),
      client.call(serviceGrantCalls.orderServiceInfo, { params }, { signal }),
    ]);
    return { order, pay: pays.find(({ status }) => status === "pending") ?? null, grants };
  });
  const onUncertain = () => {
    refetch();
    onOutdated();
  };
  const forms = useAuditForms({ onSaved: () => onDone(), onUncertain });
  return (
    <SidePanel opened onClose={onClose} title={`${getAuditTitle(row)} ${row.orderNo}`}>
      {result.state === "pending" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {result.state === "error" && (
        <Center py="xl">
          <Stack align="center">
            <Text>待审核的内容没有读到</Text>
            <Button onClick={refetch}>重试</Button>
          </Stack>
        </Center>
      )}
      {result.state === "success" && <AuditDetail {...result.data} forms={forms} />}
      {/* They stay while the order is read anew, or cannot be: what became of a decision is said there. */}
      <FormHost form={forms.pass} />
      <FormHost form={forms.passOnBehalf} />
      <FormHost form={forms.reject} />
    </SidePanel>
  );
}
