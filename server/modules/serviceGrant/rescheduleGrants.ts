import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { addMonths } from "./addMonths.ts";

/** Of a grant only this matters to when it runs. */
export interface GrantSpan
  extends Pick<ServiceGrantRecord, "id" | "serviceId" | "months" | "startAt" | "expireAt"> {
  /** Runs beside others and shares their end, as an addition does: nothing waits for it. */
  readonly isAddition: boolean;
}

/**
 * When what waits would run if nothing stood before it any more: each waiting grant begins where those of its service
 * that it was to follow now end, all of one renewal together. Answers with those that move; none ever moves back.
 */
export function rescheduleGrants<Grant extends GrantSpan>(grants: readonly Grant[], now: Date): Grant[] {
  const newExpiryById = new Map<string, Date>();
  const rescheduled: Grant[] = [];
  for (const grant of grants.toSorted((a, b) => a.startAt.getTime() - b.startAt.getTime())) {
    const predecessors = grants.filter(
      ({ serviceId, expireAt, isAddition }) =>
        !isAddition && serviceId === grant.serviceId && expireAt <= grant.startAt,
    );
    const startAt = predecessors.reduce((latest, { id, expireAt }) => {
      const end = newExpiryById.get(id) ?? expireAt;
      return end > latest ? end : latest;
    }, now);
    if (startAt >= grant.startAt) continue;
    const span = { ...grant, startAt, expireAt: addMonths(startAt, grant.months) };
    newExpiryById.set(grant.id, span.expireAt);
    rescheduled.push(span);
  }
  return rescheduled;
}
