import { count, sum } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import type { Handler } from "../../call.ts";
import { orders } from "../../db/schema/order.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { toViewer } from "../viewer.ts";
import { createOrderList, type OrderPageRequest } from "./orderList.ts";
import { toOrderRow } from "./orderRow.ts";

/** A page of orders with the sums of the whole result, and how many of it there are in each status. */
export const orderPage: Handler<typeof orderCalls.orderPageList> = async ({ body }, call) => {
  const source = createOrderList(call.actor);
  const { status, mine, ...otherFilters } = body;
  const groupByStatus = (filters: OrderPageRequest) =>
    call.db
      .select({
        status: orders.status,
        count: count(),
        payableFen: sum(orders.payableFen).mapWith(Number),
        paidFen: sum(orders.paidFen).mapWith(Number),
      })
      .from(orders)
      .where(buildConditions(source, filters, call.now))
      .groupBy(orders.status);
  // One pass over the result for total, sums and counts; what waits for oneself is a tab beside those that count.
  const groups = await groupByStatus(otherFilters);
  const result = mine ? await groupByStatus({ ...otherFilters, mine }) : groups;
  const counts = { pending: 0, auditing: 0, paid: 0, refunding: 0, refunded: 0, cancelled: 0, finished: 0 };
  for (const group of groups) counts[group.status] = group.count;
  const selectedGroups = status ? result.filter((group) => group.status === status) : result;
  const total = (name: "count" | "payableFen" | "paidFen", of = selectedGroups) =>
    of.reduce((subtotal, group) => subtotal + group[name], 0);
  const { canSeeAmounts } = toViewer(call.actor);
  const sums = {
    count: total("count"),
    payableFen: canSeeAmounts ? total("payableFen") : null,
    paidFen: canSeeAmounts ? total("paidFen") : null,
    // A refund is of all that was paid.
    refundFen: canSeeAmounts
      ? total(
          "paidFen",
          selectedGroups.filter((group) => group.status === "refunded"),
        )
      : null,
  };
  const page = await queryCountedPage(call, source, body, (record) => toOrderRow(record, call), sums.count);
  return { ...page, sums, counts };
};
