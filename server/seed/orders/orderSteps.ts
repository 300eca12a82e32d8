import type { OrderRecord } from "../../db/schema/order.ts";
import type { OrderEventRecord } from "../../db/schema/orderEvent.ts";
import type { OrderBook } from "./orderBook.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
}

type PayStatus = OrderBook["pays"][number]["status"];

/** Writes the steps of one order's life into a book, each at its time; the order is as the last one left it. */
export function orderSteps(book: OrderBook, newId: () => string, order: OrderRecord) {
  const step = (
    kind: OrderEventRecord["kind"],
    at: Date,
    by: Person | null,
    change: Partial<OrderRecord>,
    said: { readonly remark?: string; readonly amountFen?: number } = {},
  ) => {
    if (change.status && change.status !== order.status) order.statusAt = at;
    Object.assign(order, change, {
      updatedAt: at,
      version: kind === "create" ? 1 : (order.version ?? 0) + 1,
    });
    book.events.push({
      id: newId(),
      orderId: order.id,
      at,
      kind,
      byId: by?.id ?? null,
      byName: by?.name ?? "",
      remark: said.remark ?? "",
      amountFen: said.amountFen ?? null,
      status: order.status,
    });
  };
  const pay = (
    at: Date,
    amountFen: number,
    status: PayStatus,
    fields: Partial<OrderBook["pays"][number]>,
  ) => {
    book.pays.push({
      id: newId(),
      version: status === "pending" ? 1 : 2,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
      orderId: order.id,
      payNo: book.number("ZF", at),
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
  return { step, pay };
}
export type OrderSteps = ReturnType<typeof orderSteps>;
