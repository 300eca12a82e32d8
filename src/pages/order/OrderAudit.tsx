import { Button, Center, Loader, Stack, Text } from "@mantine/core";
import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { orderPayCalls } from "../../../adapters/contract/orderPay.ts";
import { serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { useConsole } from "../../console/useConsole.ts";
import type { RowDialogProps } from "../../list/definition.ts";
import { FormHost } from "../../list/form/FormHost.tsx";
import { useAnswer } from "../../list/useAnswer.ts";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { AuditSubject } from "./AuditSubject.tsx";
import { auditTitle } from "./orderAuditForms.ts";
import { useAuditForms } from "./useAuditForms.ts";

/** What waits for an audit, read anew when it is opened: the money, its voucher, what will come of it. */
export function OrderAudit({ row, onClose, onDone, onDoubt }: RowDialogProps<OrderRow>) {
  const { client } = useConsole();
  const { answer, again } = useAnswer(row.id, async (signal) => {
    const params = { id: row.id };
    const [order, pays, grants] = await Promise.all([
      client.call(orderCalls.orderOne, { params }, { signal }),
      client.call(orderPayCalls.orderPayForOrder, { params }, { signal }),
      client.call(serviceGrantCalls.orderServiceInfo, { params }, { signal }),
    ]);
    return { order, pay: pays.find(({ status }) => status === "pending") ?? null, grants };
  });
  const doubted = () => {
    again();
    onDoubt();
  };
  const forms = useAuditForms({ saved: () => onDone(), doubted });
  return (
    <SidePanel opened onClose={onClose} title={`${auditTitle(row)} ${row.orderNo}`}>
      {answer.state === "asking" && (
        <Center py="xl">
          <Loader aria-label="正在读取" />
        </Center>
      )}
      {answer.state === "failed" && (
        <Center py="xl">
          <Stack align="center">
            <Text>待审核的内容没有读到</Text>
            <Button onClick={again}>重试</Button>
          </Stack>
        </Center>
      )}
      {answer.state === "here" && <AuditSubject {...answer.data} forms={forms} />}
      {/* They stay while the order is read anew, or cannot be: what became of a decision is said there. */}
      <FormHost form={forms.pass} />
      <FormHost form={forms.passOnBehalf} />
      <FormHost form={forms.reject} />
    </SidePanel>
  );
}
