import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { addMonths } from "./addMonths.ts";

/** The fields of a grant that determine when it can start. */
export interface GrantSpan
  extends Pick<ServiceGrantRecord, "id" | "serviceId" | "months" | "startAt" | "expireAt"> {
  /** An addition shares the end of another grant; no grant waits for it. */
  readonly isAddition: boolean;
}

/**
 * Moves future grants forward after their predecessors have ended early: each starts when the grants of its service that
 * it was to follow now end; grants of one renewal stay together. Never moves a grant to a later time.
 * @returns the moved grants with their new times
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
