import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { orders } from "../../db/schema/order.ts";
import { searchText } from "../pinyinOrder.ts";

/** Brings a company's new name to its orders, where lists show, sort and find it. */
export async function renameOnOrders(
  db: Db,
  companyId: string,
  name: string,
  nameOrder: string,
): Promise<void> {
  // The name with what parts it from its neighbours, the number before and the contract behind.
  const parts = sql`lower(${orders.orderNo}) || ${searchText("", name, "")} || lower(${orders.contractNo})`;
  await db
    .update(orders)
    .set({ companyName: name, companyNameOrder: nameOrder, search: parts })
    .where(eq(orders.companyId, companyId));
}
