import { addMonths } from "../../../server/modules/serviceGrant/addMonths.ts";
import { type ActiveOrFutureGrant, planGrants } from "../../../server/modules/serviceGrant/planGrants.ts";

/**
 * Seeds count months as if now were always this instant. The length of the current months would otherwise decide on
 * some days which grant has ended and which order fits.
 */
const calendarNow = Date.UTC(2026, 10, 20, 2);

function createShifts(now: Date) {
  const shiftMs = now.getTime() - calendarNow;
  return {
    toCalendar: (at: Date) => new Date(at.getTime() - shiftMs),
    fromCalendar: (at: Date) => new Date(at.getTime() + shiftMs),
  };
}

export function addFixedMonths(now: Date, at: Date, months: number): Date {
  const { toCalendar, fromCalendar } = createShifts(now);
  return fromCalendar(addMonths(toCalendar(at), months));
}

/** As `planGrants`. */
export function planFixedGrants(
  now: Date,
  order: Parameters<typeof planGrants>[0],
  currentGrants: readonly ActiveOrFutureGrant[],
  at: Date,
): ReturnType<typeof planGrants> {
  const { toCalendar, fromCalendar } = createShifts(now);
  const current = currentGrants.map(({ serviceId, expireAt }) => ({
    serviceId,
    expireAt: toCalendar(expireAt),
  }));
  const planned = planGrants(order, current, toCalendar(at));
  return (
    planned?.map((one) => ({
      ...one,
      startAt: fromCalendar(one.startAt),
      expireAt: fromCalendar(one.expireAt),
    })) ?? null
  );
}
