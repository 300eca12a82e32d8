import { asc, desc, eq } from "drizzle-orm";
import type { ServiceGrantRow, serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import type { Handlers } from "../../call.ts";
import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { liveCompany } from "../company/liveCompany.ts";
import { liveOrder } from "../order/liveOrder.ts";
import { runningGrants } from "./companyGrants.ts";
import { plannedRows, serviceGrantRow } from "./serviceGrantRow.ts";

/** What can be used stands first, what is over last. */
const places: readonly ServiceGrantRow["status"][] = [
  "active",
  "usedUp",
  "waiting",
  "planned",
  "expired",
  "ended",
];
const place = ({ status }: ServiceGrantRow) => places.indexOf(status);

export const serviceGrantHandlers: Handlers<typeof serviceGrantCalls> = {
  companyServiceInfo: async ({ params }, { db, now }) => {
    const { id } = await liveCompany(db, params.id);
    const grants = await db
      .select()
      .from(serviceGrants)
      .where(eq(serviceGrants.companyId, id))
      .orderBy(asc(serviceGrants.expireAt), asc(serviceGrants.id));
    const rows = grants.map((grant) => serviceGrantRow(grant, now));
    return rows.toSorted((a, b) => place(a) - place(b));
  },
  orderServiceInfo: async ({ params }, { db, now }) => {
    const order = await liveOrder(db, params.id);
    const grants = await db
      .select()
      .from(serviceGrants)
      .where(eq(serviceGrants.orderId, order.id))
      .orderBy(desc(serviceGrants.expireAt), asc(serviceGrants.id));
    if (grants.length > 0) return grants.map((grant) => serviceGrantRow(grant, now));
    return plannedRows(order, await runningGrants(db, order.companyId, now), now);
  },
};
