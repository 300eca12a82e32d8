import fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths } from "../../server/modules/serviceGrant/addMonths.ts";
import { pulledForward, type Span } from "../../server/modules/serviceGrant/pulledForward.ts";

const now = new Date("2026-03-02T02:00:00.000Z");
const dayMs = 86_400_000;
const after = (days: number) => new Date(now.getTime() + days * dayMs);

const spans: fc.Arbitrary<Span[]> = fc
  .array(
    fc.record({
      serviceId: fc.constantFrom("flight", "storage"),
      months: fc.integer({ min: 1, max: 36 }),
      inDays: fc.integer({ min: -300, max: 900 }),
    }),
    { maxLength: 8 },
  )
  .map((grants) =>
    grants
      .map(({ inDays, ...grant }, i) => ({
        ...grant,
        id: String(i),
        startAt: after(inDays),
        expireAt: addMonths(after(inDays), grant.months),
      }))
      .filter(({ expireAt }) => expireAt > now),
  );

test("grants that follow one another without a gap stay where they are", () => {
  const follow = [
    { id: "1", serviceId: "s", months: 12, startAt: now, expireAt: addMonths(now, 12) },
    { id: "2", serviceId: "s", months: 12, startAt: addMonths(now, 12), expireAt: addMonths(now, 24) },
  ];
  expect(pulledForward(follow, now)).toEqual([]);
});

test("what waits behind nothing begins now, and what waits behind it follows", () => {
  const waiting = [
    { id: "2", serviceId: "s", months: 12, startAt: addMonths(now, 12), expireAt: addMonths(now, 24) },
    { id: "3", serviceId: "s", months: 6, startAt: addMonths(now, 24), expireAt: addMonths(now, 30) },
  ];
  expect(pulledForward(waiting, now)).toMatchObject([
    { id: "2", startAt: now, expireAt: addMonths(now, 12) },
    { id: "3", startAt: addMonths(now, 12), expireAt: addMonths(now, 18) },
  ]);
});

test("whatever was refunded, no service pauses while some of it is still to come, and none begins later", () => {
  fc.assert(
    fc.property(spans, (live) => {
      const moved = new Map(pulledForward(live, now).map((span) => [span.id, span]));
      for (const { id, startAt } of live) {
        const span = moved.get(id);
        if (span) expect(span.startAt.getTime()).toBeLessThan(startAt.getTime());
      }
      const result = live.map((span) => moved.get(span.id) ?? span);
      for (const { serviceId, startAt } of result) {
        if (startAt <= now) continue;
        // The moment before it begins, the same service runs.
        const before = startAt.getTime() - 1;
        expect(
          result.some(
            (other) =>
              other.serviceId === serviceId &&
              other.startAt.getTime() <= before &&
              other.expireAt.getTime() > before,
          ),
        ).toBe(true);
      }
      expect(pulledForward(result, now)).toEqual([]);
    }),
  );
});
