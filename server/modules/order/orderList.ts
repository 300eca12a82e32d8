import { and, eq, gte, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { toValues } from "../../../adapters/contract/page.ts";
import type { Actor } from "../../call.ts";
import { orders } from "../../db/schema/order.ts";
import { defineListSource } from "../../list/listSource.ts";
import { buildCompanyRegionCondition } from "../region/buildRegionCondition.ts";

export type OrderPageRequest = z.output<typeof orderCalls.orderPageList.body>;
type ExportRequest = z.output<typeof orderCalls.orderExport.body>;

/** Matches orders that this staff member may audit: not created, registered or submitted for refund by themselves. */
export function awaitsAuditBy(actor: Actor): SQL | undefined {
  if (!mayCall(actor, orderCalls.orderAudit)) return sql`false`;
  const { id } = actor;
  const notSubmitted = or(isNull(orders.submittedBy), ne(orders.submittedBy, id));
  const notCreated = or(isNull(orders.createdBy), ne(orders.createdBy, id));
  return and(
    notSubmitted,
    or(and(eq(orders.status, "auditing"), notCreated), eq(orders.status, "refunding")),
  );
}

/** The order list and its export for one staff member. */
export const createOrderList = (actor: Actor) =>
  defineListSource<OrderPageRequest | ExportRequest>()({
    table: orders,
    id: orders.id,
    createdAt: orders.createdAt,
    dates: { created: orders.createdAt, paid: orders.paidAt, refunded: orders.refundedAt },
    baseCondition: undefined,
    search: orders.search,
    // What waits longest comes first.
    orderOfFilter: { mine: { column: orders.statusAt, order: "asc" } },
    sortable: {
      createdAt: orders.createdAt,
      companyName: orders.companyNameOrder,
      payableFen: orders.payableFen,
      paidFen: orders.paidFen,
      paidAt: orders.paidAt,
    },
    filters: {
      status: (value) => inArray(orders.status, [...toValues(value)]),
      type: (value) => eq(orders.type, value),
      payMethod: (value) => eq(orders.payMethod, value),
      invoiceStatus: (value) => eq(orders.invoiceStatus, value),
      channelCodeId: (value) => eq(orders.channelCodeId, value),
      companyId: (value) => eq(orders.companyId, value),
      regionId: (value) => buildCompanyRegionCondition(orders.companyId, value),
      mine: (value) => (value ? awaitsAuditBy(actor) : undefined),
      minFen: (value) => gte(orders.payableFen, value),
      maxFen: (value) => lte(orders.payableFen, value),
    },
  });
