import { count, sum } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import type { Handler } from "../../call.ts";
import { orders } from "../../db/schema/order.ts";
import { conditions } from "../../list/conditions.ts";
import { countedPage } from "../../list/pageQuery.ts";
import { viewerOf } from "../viewer.ts";
import { type OrderPageRequest, orderList } from "./orderList.ts";
import { orderRow } from "./orderRow.ts";

/** A page of orders with the sums of the whole result, and how many of it there are in each status. */
export const orderPage: Handler<typeof orderCalls.orderPageList> = async ({ body }, call) => {
  const source = orderList(call.actor);
  const { status, mine, ...others } = body;
  const groupsOf = (wanted: OrderPageRequest) =>
    call.db
      .select({
        status: orders.status,
        count: count(),
        payableFen: sum(orders.payableFen).mapWith(Number),
        paidFen: sum(orders.paidFen).mapWith(Number),
      })
      .from(orders)
      .where(conditions(source, wanted, call.now))
      .groupBy(orders.status);
  // One pass over the result for total, sums and counts; what waits for oneself is a tab beside those that count.
  const groups = await groupsOf(others);
  const result = mine ? await groupsOf({ ...others, mine }) : groups;
  const counts = { pending: 0, auditing: 0, paid: 0, refunding: 0, refunded: 0, cancelled: 0, finished: 0 };
  for (const group of groups) counts[group.status] = group.count;
  const chosen = status ? result.filter((group) => group.status === status) : result;
  const total = (name: "count" | "payableFen" | "paidFen", of = chosen) =>
    of.reduce((whole, group) => whole + group[name], 0);
  const { amounts } = viewerOf(call.actor);
  const sums = {
    count: total("count"),
    payableFen: amounts ? total("payableFen") : null,
    paidFen: amounts ? total("paidFen") : null,
    // A refund is of all that was paid.
    refundFen: amounts
      ? total(
          "paidFen",
          chosen.filter((group) => group.status === "refunded"),
        )
      : null,
  };
  const page = await countedPage(call, source, body, (record) => orderRow(record, call), sums.count);
  return { ...page, sums, counts };
};
