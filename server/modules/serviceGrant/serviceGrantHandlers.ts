import { asc, desc, eq } from "drizzle-orm";
import type { ServiceGrantRow, serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import type { Handlers } from "../../call.ts";
import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { getCompany } from "../company/getCompany.ts";
import { getOrder } from "../order/getOrder.ts";
import { getActiveOrFutureGrants } from "./companyGrants.ts";
import { toPlannedGrantRows, toServiceGrantRow } from "./serviceGrantRow.ts";

/** What can be used stands first, what is over last. */
const statusOrder: readonly ServiceGrantRow["status"][] = [
  "active",
  "usedUp",
  "waiting",
  "planned",
  "expired",
  "ended",
];
const getStatusRank = ({ status }: ServiceGrantRow) => statusOrder.indexOf(status);

export const serviceGrantHandlers: Handlers<typeof serviceGrantCalls> = {
  companyServiceInfo: async ({ params }, { db, now }) => {
    const { id } = await getCompany(db, params.id);
    const grants = await db
      .select()
      .from(serviceGrants)
      .where(eq(serviceGrants.companyId, id))
      .orderBy(asc(serviceGrants.expireAt), asc(serviceGrants.id));
    const rows = grants.map((grant) => toServiceGrantRow(grant, now));
    return rows.toSorted((a, b) => getStatusRank(a) - getStatusRank(b));
  },
  orderServiceInfo: async ({ params }, { db, now }) => {
    const order = await getOrder(db, params.id);
    const grants = await db
      .select()
      .from(serviceGrants)
      .where(eq(serviceGrants.orderId, order.id))
      .orderBy(desc(serviceGrants.expireAt), asc(serviceGrants.id));
    if (grants.length > 0) return grants.map((grant) => toServiceGrantRow(grant, now));
    return toPlannedGrantRows(order, await getActiveOrFutureGrants(db, order.companyId, now), now);
  },
};
