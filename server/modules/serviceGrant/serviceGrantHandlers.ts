import { asc, desc, eq } from "drizzle-orm";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import type { ServiceGrantRow, serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import type { Handlers } from "../../call.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { type ServiceGrantRecord, serviceGrants } from "../../db/schema/serviceGrant.ts";
import { getCompany } from "../company/getCompany.ts";
import { getOrder } from "../order/getOrder.ts";
import { getActiveOrFutureGrants } from "./companyGrants.ts";
import {
  type ActiveOrFutureGrant,
  calculateGrantedQuantity,
  type PlannedGrant,
  planGrants,
} from "./planGrants.ts";

/** Derives a grant's status at a time. */
function getGrantStatus(grant: ServiceGrantRecord, now: Date): ServiceGrantRow["status"] {
  if (grant.endedAt !== null) return "ended";
  if (grant.expireAt <= now) return "expired";
  if (grant.startAt > now) return "waiting";
  return grant.used >= grant.total ? "usedUp" : "active";
}

/** A grant as the details of its company and its order show it. */
const toServiceGrantRow = (grant: ServiceGrantRecord, now: Date): ServiceGrantRow => ({
  id: grant.id,
  companyId: grant.companyId,
  serviceId: grant.serviceId,
  serviceName: grant.serviceName,
  kind: grant.kind,
  unit: grant.unit,
  orderId: grant.orderId,
  orderNo: grant.orderNo,
  total: grant.total,
  used: grant.used,
  months: grant.months,
  startAt: grant.startAt.toISOString(),
  expireAt: grant.expireAt.toISOString(),
  status: getGrantStatus(grant, now),
});

const closedOrderStatuses: ReadonlySet<OrderRecord["status"]> = new Set(["cancelled", "refunded"]);

/**
 * The grants of an order that has none yet or was closed. Only the start and end of a renewal and the end of an addition
 * are known from the current grants; everything else starts with the approval.
 */
function toPlannedGrantRows(
  order: OrderRecord,
  currentGrants: readonly ActiveOrFutureGrant[],
  now: Date,
): ServiceGrantRow[] {
  const isClosed = closedOrderStatuses.has(order.status);
  const planned = isClosed ? null : planGrants(order, currentGrants, now);
  const services = order.items.flatMap((item) => item.services.map((service) => ({ item, service })));
  return services.map(({ item, service }, index) => ({
    id: null,
    companyId: order.companyId,
    serviceId: service.serviceId,
    serviceName: service.name,
    kind: service.kind,
    unit: service.unit,
    orderId: order.id,
    orderNo: order.orderNo,
    total: calculateGrantedQuantity(item, service.quantity),
    used: 0,
    months: item.months,
    ...getCertainSpan(order.type, planned?.[index], now),
    status: isClosed ? "ended" : "planned",
  }));
}

function getCertainSpan(type: OrderRecord["type"], grant: PlannedGrant | undefined, now: Date) {
  const isFollowing = type === "renew" && grant !== undefined && grant.startAt > now;
  return {
    startAt: isFollowing ? grant.startAt.toISOString() : null,
    expireAt: grant && (isFollowing || type === "expand") ? grant.expireAt.toISOString() : null,
  };
}

/** Usable grants first, ended ones last. */
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
      .orderBy(desc(serviceGrants.expireAt), desc(serviceGrants.id))
      .limit(wholeListMax);
    const rows = grants.toReversed().map((grant) => toServiceGrantRow(grant, now));
    return rows.toSorted((a, b) => getStatusRank(a) - getStatusRank(b));
  },
  orderServiceInfo: async ({ params }, { db, now }) => {
    const order = await getOrder(db, params.id);
    const grants = await db
      .select()
      .from(serviceGrants)
      .where(eq(serviceGrants.orderId, order.id))
      .orderBy(desc(serviceGrants.expireAt), asc(serviceGrants.id))
      .limit(wholeListMax);
    if (grants.length > 0) return grants.map((grant) => toServiceGrantRow(grant, now));
    return toPlannedGrantRows(order, await getActiveOrFutureGrants(db, order.companyId, now), now);
  },
};
