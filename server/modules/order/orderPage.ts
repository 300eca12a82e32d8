import { count, sum } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import type { Handler } from "../../call.ts";
import { orders } from "../../db/schema/order.ts";
import { conditions } from "../../list/conditions.ts";
import { countedPage } from "../../list/pageQuery.ts";
import { viewerOf } from "../viewer.ts";
import { orderList } from "./orderList.ts";
import { orderRow } from "./orderRow.ts";

/** A page of orders with the sums of the whole result, and how many of it there are in each status. */
export const orderPage: Handler<typeof orderCalls.orderPageList> = async ({ body }, call) => {
  const source = orderList(call.actor);
  const { status, ...others } = body;
  // One pass over the result for total, sums and counts.
  const groups = await call.db
    .select({
      status: orders.status,
      count: count(),
      payableFen: sum(orders.payableFen).mapWith(Number),
      paidFen: sum(orders.paidFen).mapWith(Number),
    })
    .from(orders)
    .where(conditions(source, others, call.now))
    .groupBy(orders.status);
  const counts = { pending: 0, auditing: 0, paid: 0, refunding: 0, refunded: 0, cancelled: 0, finished: 0 };
  for (const group of groups) counts[group.status] = group.count;
  const chosen = status ? groups.filter((group) => group.status === status) : groups;
  const total = (name: "count" | "payableFen" | "paidFen") =>
    chosen.reduce((whole, group) => whole + group[name], 0);
  const { amounts } = viewerOf(call.actor);
  const sums = {
    count: total("count"),
    payableFen: amounts ? total("payableFen") : null,
    paidFen: amounts ? total("paidFen") : null,
  };
  const page = await countedPage(call, source, body, (record) => orderRow(record, call), sums.count);
  return { ...page, sums, counts };
};
