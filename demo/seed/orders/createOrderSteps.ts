import type { OrderRecord } from "../../../server/db/schema/order.ts";
import type { OrderEventRecord } from "../../../server/db/schema/orderEvent.ts";
import type { OrderRows } from "./orderRows.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
}

type PayStatus = OrderRows["pays"][number]["status"];

/** Adds steps to the history of one order and updates the order accordingly. */
export function createOrderSteps(rows: OrderRows, newId: () => string, order: OrderRecord) {
  const addStep = (
    kind: OrderEventRecord["kind"],
    at: Date,
    by: Person | null,
    change: Partial<OrderRecord>,
    details: { readonly remark?: string; readonly amountFen?: number } = {},
  ) => {
    if (change.status && change.status !== order.status) order.statusAt = at;
    Object.assign(order, change, {
      updatedAt: at,
      version: kind === "create" ? 1 : (order.version ?? 0) + 1,
    });
    rows.events.push({
      id: newId(),
      orderId: order.id,
      at,
      kind,
      byId: by?.id ?? null,
      byName: by?.name ?? "",
      remark: details.remark ?? "",
      amountFen: details.amountFen ?? null,
      voucherUrl: "",
      status: order.status,
    });
  };
  const addPay = (
    at: Date,
    amountFen: number,
    status: PayStatus,
    fields: Partial<OrderRows["pays"][number]>,
  ) => {
    rows.pays.push({
      id: newId(),
      version: status === "pending" ? 1 : 2,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
      orderId: order.id,
      orderNo: order.orderNo,
      companyId: order.companyId,
      companyName: order.companyName,
      payNo: rows.nextNumber("ZF", at),
      method: order.payMethod,
      bankName: "",
      bankSerialNo: "",
      amountFen,
      payerName: order.companyName,
      payerDiffers: false,
      payerVerified: false,
      voucherUrl: "",
      paidAt: at,
      status,
      registeredBy: null,
      registeredByName: "",
      auditorName: "",
      auditedAt: null,
      auditRemark: "",
      ...fields,
    });
  };
  return { addStep, addPay };
}
export type OrderSteps = ReturnType<typeof createOrderSteps>;
