import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { auditSelfRefusal } from "./orderRefusal.ts";

/** Decides on a registered payment, or on a refund that was asked for; never by who made or submitted it. */
export const auditOrder: RowAction<OrderRow> = {
  name: "audit",
  label: "审核",
  call: orderCalls.orderAudit,
  isApplicable: ({ status }) => status === "auditing" || status === "refunding",
  refusal: auditSelfRefusal,
  dialog: lazyComponent(async () => (await import("./OrderAudit.tsx")).OrderAudit),
};
