import fc from "fast-check";
import { expect, test } from "vitest";
import { fleetColumns } from "../../adapters/contract/fleetFrame.ts";
import { createFlightFacts } from "../../server/telemetry/alarms/flightFacts.ts";
import { createProximity } from "../../server/telemetry/alarms/proximity.ts";
import { haversineDistance } from "../../server/telemetry/fleet/haversineDistance.ts";
import { createValueColumns } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { between, offset } from "../zones/shapes.ts";

const drone = fc.tuple(between(-200, 200), between(-200, 200), between(40, 140));
const somewhere = fc.tuple(between(-179, 179), between(-74, 74));

test("every drone finds the nearest other one, anywhere on Earth", () => {
  expect.hasAssertions();
  fc.assert(
    fc.property(somewhere, fc.array(drone, { minLength: 2, maxLength: 40 }), (centre, drones) => {
      const count = drones.length;
      const slotColumns = createSlotColumns(count);
      const values = createValueColumns(() => slotColumns.create("f64", Number.NaN));
      const facts = createFlightFacts(slotColumns, {
        values,
        columns: slotColumns.createTable(fleetColumns),
        modeReason: [],
        positionAt: slotColumns.create("f64"),
        getLastAt: () => 0,
        isInAir: () => true,
      });
      facts.inAir.fill(1);
      for (const [slot, [east, north, height]] of drones.entries()) {
        const [lon, lat] = offset(centre, east, north);
        values.lon[slot] = Math.round(lon * 1e7);
        values.lat[slot] = Math.round(lat * 1e7);
        values.hEll[slot] = height;
      }
      const slots = Uint32Array.from(drones, (_, slot) => slot);
      createProximity(slotColumns, facts).update(slots, count, 0, {
        reachM: 70,
        maxAgeMs: 10_000,
        isRaised: () => false,
      });
      const measure = (a: number, b: number) =>
        Math.hypot(
          haversineDistance(values.lat[a] ?? 0, values.lon[a] ?? 0, values.lat[b] ?? 0, values.lon[b] ?? 0),
          (values.hEll[a] ?? 0) - (values.hEll[b] ?? 0),
        );
      for (const slot of slots) {
        const others = [...slots].filter((other) => other !== slot);
        const nearest = Math.min(...others.map((other) => measure(slot, other)));
        const found = facts.nearestM[slot] ?? Number.NaN;
        // The sphere and the ellipsoid differ by up to 0.6 %.
        const [least, most] = [nearest < 69 ? nearest - 0.6 : Number.NaN, nearest + 0.6];
        if (nearest < 69 || nearest > 71)
          expect({
            found,
            isRight: nearest < 69 ? found > least && found < most : Number.isNaN(found),
          }).toMatchObject({ isRight: true });
      }
    }),
    { numRuns: 200 },
  );
});
