import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ActiveOrFutureGrant,
  type PlannedGrant,
  planGrants,
} from "../../../server/modules/serviceGrant/planGrants.ts";

type Order = Parameters<typeof planGrants>[0];
const propertyOptions = { numRuns: 500 };

const serviceId = fc.constantFrom("9223372036854775801", "9223372036854775802", "9223372036854775803");
const item: fc.Arbitrary<Order["items"][number]> = fc.record({
  goodsId: fc.constant("1"),
  name: fc.constant("年包"),
  quantity: fc.integer({ min: 1, max: 9999 }),
  months: fc.integer({ min: 1, max: 120 }),
  unitPriceFen: fc.constant(1),
  amountFen: fc.constant(1),
  goodsMonths: fc.integer({ min: 1, max: 60 }),
  services: fc.array(
    fc.record({
      serviceId,
      name: fc.constantFrom("飞行", "存储"),
      kind: fc.constantFrom("flight", "storage"),
      unit: fc.constant("次"),
      quantity: fc.integer({ min: 1, max: 9999 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});
const order: fc.Arbitrary<Order> = fc.record({
  type: fc.constantFrom("new", "renew", "expand", "trial"),
  items: fc.array(item, { minLength: 1, maxLength: 3 }),
});
const instant = (min: string, max: string) =>
  fc
    .integer({ min: Date.parse(min) / 1000, max: Date.parse(max) / 1000 })
    .map((seconds) => new Date(seconds * 1000));
const at = instant("2024-01-30T15:00:00Z", "2028-03-02T17:00:00Z");
const runningGrants: fc.Arbitrary<ActiveOrFutureGrant[]> = fc.array(
  fc.record({ serviceId, expireAt: instant("2024-01-01T00:00:00Z", "2031-12-31T16:00:00Z") }),
  { maxLength: 5 },
);

/** Formats an instant as Shanghai wall time. */
const shanghaiFormat = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

/** Independent reference: adds months in Shanghai time, clamped to the last day of the month. */
function addMonthsByHand(from: Date, months: number): string {
  const [date = "", time = ""] = shanghaiFormat.format(from).split(" ");
  let [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  for (let page = 0; page < months; page += 1)
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  const two = (part: number) => String(part).padStart(2, "0");
  for (;;) {
    const wallTime = `${year}-${two(month)}-${two(day)} ${time}`;
    const then = new Date(`${wallTime.replace(" ", "T")}+08:00`);
    if (shanghaiFormat.format(then) === wallTime) return then.toISOString();
    day -= 1;
  }
}

const toSpan = ({ startAt, expireAt }: PlannedGrant) => [startAt.toISOString(), expireAt.toISOString()];
const getLatest = (ends: readonly Date[]) => ends.toSorted((a, b) => b.getTime() - a.getTime())[0];

test("every service of every goods gets one grant, in proportion and rounded up", () => {
  fc.assert(
    fc.property(order, runningGrants, at, (wanted, known, now) => {
      const created = planGrants(wanted, known, now);
      if (created === null) return;
      const sold = wanted.items.flatMap((one) => one.services.map((service) => ({ one, service })));
      expect(created.map((grant) => [grant.serviceId, grant.serviceName, grant.kind, grant.unit])).toEqual(
        sold.map(({ service }) => [service.serviceId, service.name, service.kind, service.unit]),
      );
      for (const [index, { one, service }] of sold.entries()) {
        // The smallest total for which total × months of the goods reaches what was bought.
        const bought = BigInt(service.quantity) * BigInt(one.quantity) * BigInt(one.months);
        const total = BigInt(created[index]?.total ?? 0);
        expect(total * BigInt(one.goodsMonths) >= bought).toBe(true);
        expect((total - 1n) * BigInt(one.goodsMonths) < bought).toBe(true);
      }
    }),
    propertyOptions,
  );
});

test("a new order's grants run from now, a trial's for 30 days, whatever else is active", () => {
  fc.assert(
    fc.property(order, runningGrants, at, (wanted, known, now) => {
      if (wanted.type !== "new" && wanted.type !== "trial") return;
      const ends = wanted.items.flatMap(({ months, services }) =>
        services.map(() =>
          wanted.type === "trial"
            ? new Date(now.getTime() + 2_592_000_000).toISOString()
            : addMonthsByHand(now, months),
        ),
      );
      expect(planGrants(wanted, known, now)?.map(toSpan)).toEqual(
        ends.map((end) => [now.toISOString(), end]),
      );
    }),
    propertyOptions,
  );
});

test("a renewal runs from the last end of the same service, or from now if it has ended", () => {
  fc.assert(
    fc.property(order, runningGrants, at, ({ items }, known, now) => {
      const spans = items.flatMap(({ months, services }) =>
        services.map((service) => {
          const ends = known.filter((one) => one.serviceId === service.serviceId && one.expireAt > now);
          const start = getLatest(ends.map(({ expireAt }) => expireAt)) ?? now;
          return [start.toISOString(), addMonthsByHand(start, months)];
        }),
      );
      expect(planGrants({ type: "renew", items }, known, now)?.map(toSpan)).toEqual(spans);
    }),
    propertyOptions,
  );
});

test("an addition begins now and ends with the same service, or else with the last active grant; without one there is none", () => {
  fc.assert(
    fc.property(order, runningGrants, at, ({ items }, known, now) => {
      const alive = known.filter(({ expireAt }) => expireAt > now);
      const created = planGrants({ type: "expand", items }, known, now);
      const spans = items.flatMap(({ services }) =>
        services.map((service) => {
          const same = alive.filter((one) => one.serviceId === service.serviceId);
          const end = getLatest((same.length > 0 ? same : alive).map(({ expireAt }) => expireAt));
          return [now.toISOString(), end?.toISOString()];
        }),
      );
      expect(created?.map(toSpan) ?? null).toEqual(alive.length > 0 ? spans : null);
    }),
    propertyOptions,
  );
});
