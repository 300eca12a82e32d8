import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { addMonths } from "./addMonths.ts";

/** Of a grant only this matters to when it runs. */
export interface Span
  extends Pick<ServiceGrantRecord, "id" | "serviceId" | "months" | "startAt" | "expireAt"> {
  /** Runs beside others and shares their end, as an addition does: nothing waits for it. */
  readonly beside: boolean;
}

/**
 * When what waits would run if nothing stood before it any more: each waiting grant begins where those of its service
 * that it was to follow now end, all of one renewal together. Answers with those that move; none ever moves back.
 */
export function pulledForward<Grant extends Span>(live: readonly Grant[], now: Date): Grant[] {
  const ends = new Map<string, Date>();
  const moved: Grant[] = [];
  for (const grant of live.toSorted((one, other) => one.startAt.getTime() - other.startAt.getTime())) {
    const before = live.filter(
      ({ serviceId, expireAt, beside }) =>
        !beside && serviceId === grant.serviceId && expireAt <= grant.startAt,
    );
    const startAt = before.reduce((latest, { id, expireAt }) => {
      const end = ends.get(id) ?? expireAt;
      return end > latest ? end : latest;
    }, now);
    if (startAt >= grant.startAt) continue;
    const span = { ...grant, startAt, expireAt: addMonths(startAt, grant.months) };
    ends.set(grant.id, span.expireAt);
    moved.push(span);
  }
  return moved;
}
