import type { OrderedGoods, OrderRecord } from "../../db/schema/order.ts";
import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { dayMs } from "../../records/shanghaiDay.ts";
import { addMonths } from "./addMonths.ts";

/** A trial's month. */
const trialDays = 30;

/** The fields of an active or future grant that determine when the next one starts. */
export type ActiveOrFutureGrant = Pick<ServiceGrantRecord, "serviceId" | "expireAt">;

/** A grant before it has an id, a company and an order. */
export type PlannedGrant = Pick<
  ServiceGrantRecord,
  "serviceId" | "serviceName" | "kind" | "unit" | "total" | "months" | "startAt" | "expireAt"
>;

/** The quantity that an order grants of a service, in proportion to quantity and months, rounded up. */
export const calculateGrantedQuantity = (item: OrderedGoods, quantityPerGoods: number): number =>
  Math.ceil((quantityPerGoods * item.quantity * item.months) / item.goodsMonths);

/**
 * Plans the grants of an order that is approved at `at`. A renewal starts when the current grant of the same service
 * ends. An addition shares that end, or the company's latest end if there is no grant of the same service; null if an
 * addition finds no current grant at all.
 */
export function planGrants(
  { type, items }: Pick<OrderRecord, "type" | "items">,
  currentGrants: readonly ActiveOrFutureGrant[],
  at: Date,
): PlannedGrant[] | null {
  const latestExpiry = getLatestExpiries(currentGrants, at);
  if (type === "expand" && latestExpiry.latest === null) return null;
  return items.flatMap((item) =>
    item.services.map((service) => {
      const sameServiceExpiry = latestExpiry.forService(service.serviceId);
      const startAt = type === "renew" ? (sameServiceExpiry ?? at) : at;
      const expireAt =
        type === "trial"
          ? new Date(at.getTime() + trialDays * dayMs)
          : type === "expand"
            ? (sameServiceExpiry ?? latestExpiry.latest ?? at)
            : addMonths(startAt, item.months);
      return {
        serviceId: service.serviceId,
        serviceName: service.name,
        kind: service.kind,
        unit: service.unit,
        total: calculateGrantedQuantity(item, service.quantity),
        months: item.months,
        startAt,
        expireAt,
      };
    }),
  );
}

function getLatestExpiries(currentGrants: readonly ActiveOrFutureGrant[], at: Date) {
  const expiryByService = new Map<string, Date>();
  let latest: Date | null = null;
  for (const { serviceId, expireAt } of currentGrants) {
    if (expireAt <= at) continue;
    const existing = expiryByService.get(serviceId);
    if (!existing || existing < expireAt) expiryByService.set(serviceId, expireAt);
    if (latest === null || latest < expireAt) latest = expireAt;
  }
  return { latest, forService: (serviceId: string) => expiryByService.get(serviceId) ?? null };
}
