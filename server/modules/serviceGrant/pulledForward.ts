import type { ServiceGrantRecord } from "../../db/schema/serviceGrant.ts";
import { addMonths } from "./addMonths.ts";

/** Of a grant only this matters to when it runs. */
export type Span = Pick<ServiceGrantRecord, "id" | "serviceId" | "months" | "startAt" | "expireAt">;

/**
 * When what waits would run if nothing stood before it any more: each waiting grant begins where those of its service
 * that run, or come before it, end. Answers with those that move; none ever moves back.
 */
export function pulledForward<Grant extends Span>(live: readonly Grant[], now: Date): Grant[] {
  return [...Map.groupBy(live, ({ serviceId }) => serviceId).values()].flatMap((grants) => {
    let covered = now;
    return grants
      .toSorted((one, other) => one.startAt.getTime() - other.startAt.getTime())
      .flatMap((grant) => {
        const moves = grant.startAt > covered;
        const span = moves
          ? { ...grant, startAt: covered, expireAt: addMonths(covered, grant.months) }
          : grant;
        if (span.expireAt > covered) covered = span.expireAt;
        return moves ? [span] : [];
      });
  });
}
