import type { OrderRow } from "../../adapters/contract/order.ts";
import { orderStatus } from "../../adapters/contract/orderEvent.ts";
import { orderStatusMachine } from "../../machines/status/order.ts";
import { StatusTag } from "../ui/StatusTag.tsx";

/** An order's status as a tag; shows 部分付款 if it is partly paid. */
export function OrderStatusCell(row: Pick<OrderRow, "status" | "paidFen">) {
  return <StatusTag label={orderStatusMachine.label(row)} color={orderStatus.tag(row.status).color} />;
}
