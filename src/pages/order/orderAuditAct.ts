import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { brought } from "../../console/brought.tsx";
import type { RowAction } from "../../list/definition.ts";
import { ownWork } from "./orderRefusal.ts";

/** Decides on a registered payment, or on a refund that was asked for; never by who made or submitted it. */
export const auditOrder: RowAction<OrderRow> = {
  name: "audit",
  label: "审核",
  call: orderCalls.orderAudit,
  fits: ({ status }) => status === "auditing" || status === "refunding",
  refusal: ownWork,
  dialog: brought(async () => (await import("./OrderAudit.tsx")).OrderAudit),
};
