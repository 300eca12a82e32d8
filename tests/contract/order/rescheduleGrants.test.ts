import fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths } from "../../../server/modules/serviceGrant/addMonths.ts";
import { type GrantSpan, rescheduleGrants } from "../../../server/modules/serviceGrant/rescheduleGrants.ts";

const now = new Date("2026-03-02T02:00:00.000Z");
const createYearGrant = (from: number, more: Partial<GrantSpan> = {}) => ({
  serviceId: "s",
  months: 12,
  startAt: addMonths(now, from),
  expireAt: addMonths(now, from + 12),
  isAddition: false,
  ...more,
});

test("grants that follow each other without a gap do not change", () => {
  const follow = [
    { id: "1", ...createYearGrant(0) },
    { id: "2", ...createYearGrant(12) },
  ];
  expect(rescheduleGrants(follow, now)).toEqual([]);
});

test("a waiting grant without a predecessor begins now, and the next ones follow it", () => {
  const waiting = [
    { id: "2", ...createYearGrant(12) },
    { id: "3", ...createYearGrant(24) },
  ];
  expect(rescheduleGrants(waiting, now)).toMatchObject([
    { id: "2", startAt: now, expireAt: addMonths(now, 12) },
    { id: "3", startAt: addMonths(now, 12), expireAt: addMonths(now, 24) },
  ]);
});

test("two goods of one renewal with the same service begin together, whatever their lengths", () => {
  const renewal = [
    { id: "2", ...createYearGrant(24) },
    { id: "3", ...createYearGrant(24, { months: 6, expireAt: addMonths(now, 30) }) },
  ];
  expect(rescheduleGrants(renewal, now).map(({ id, startAt }) => [id, startAt])).toEqual([
    ["2", now],
    ["3", now],
  ]);
});

test("an addition does not delay a renewal", () => {
  const grants = [
    { id: "1", ...createYearGrant(0, { isAddition: true }) },
    { id: "2", ...createYearGrant(12) },
  ];
  expect(rescheduleGrants(grants, now)).toMatchObject([{ id: "2", startAt: now }]);
});

/** Chains of grants, one per service. The first may have been refunded; goods bought together run in parallel. */
const grantChains: fc.Arbitrary<GrantSpan[]> = fc
  .array(
    fc.record({
      goneMonths: fc.integer({ min: 0, max: 24 }),
      links: fc.array(fc.array(fc.integer({ min: 1, max: 36 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    { maxLength: 3 },
  )
  .map((services) =>
    services.flatMap(({ goneMonths, links }, service) => {
      let from = goneMonths;
      return links.flatMap((together, link) => {
        const startAt = addMonths(now, from);
        const grants = together.map((months, i) => ({
          id: `${service} ${link} ${i}`,
          serviceId: String(service),
          months,
          startAt,
          expireAt: addMonths(startAt, months),
          isAddition: false,
        }));
        from += Math.max(...together);
        return grants;
      });
    }),
  );

test("after any refund the first of a chain begins now, and each link when the one before it ends", () => {
  fc.assert(
    fc.property(grantChains, (grants) => {
      const moved = new Map(rescheduleGrants(grants, now).map((span) => [span.id, span]));
      const after = grants.map((span) => moved.get(span.id) ?? span);
      for (const [index, span] of after.entries()) {
        const [service = "", link = ""] = span.id.split(" ");
        const before = after.filter(({ id }) => id.startsWith(`${service} ${Number(link) - 1} `));
        const ends = before.map(({ expireAt }) => expireAt.getTime());
        expect(span.startAt.getTime()).toBe(Math.max(now.getTime(), ...ends));
        expect(span.startAt.getTime()).toBeLessThanOrEqual(grants[index]?.startAt.getTime() ?? 0);
      }
      expect(rescheduleGrants(after, now)).toEqual([]);
    }),
  );
});
