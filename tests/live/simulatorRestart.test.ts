/** @module-tag full */

import { and, asc, eq, inArray, notInArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedFlights } from "../../demo/seed/flights/seedFlights.ts";
import { createSimulator } from "../../demo/simulator/simulator.ts";
import { createLiveService } from "../../server/createLiveService.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true });
  await seedFlights(ctx.db, ctx.clock.now(), {
    hangars: 3,
    drones: 6,
    zones: 1,
    pastTasks: 1,
    trackedTasks: 1,
  });
});
afterAll(() => ctx.close());

/** A server that starts, flies six drones for so long and is killed; when it stopped. */
async function runServer(seconds: number): Promise<Date> {
  const live = createLiveService(ctx.platform, 100);
  const simulator = await createSimulator(ctx.platform, live, 6);
  for (let second = 0; second < seconds; second++) {
    ctx.clock.advance(1_000);
    simulator.run();
    live.tick();
  }
  live.registry.persistTracks();
  await live.writes.flush();
  simulator.stop();
  return ctx.clock.now();
}

test("after restarts no drone is in two flights of the same time, and cut-off flights have their figures", async () => {
  const seeded = (await ctx.db.select({ id: flights.id }).from(flights)).map(({ id }) => id);
  const stops: number[] = [];
  for (const seconds of [600, 300, 300]) {
    stops.push((await runServer(seconds)).getTime());
    ctx.clock.advance(120_000);
  }
  await runServer(1);
  const flown = await ctx.db
    .select()
    .from(flights)
    .where(and(eq(flights.source, "simulator"), notInArray(flights.id, seeded)))
    .orderBy(asc(flights.startedAt));
  const byDrone = Map.groupBy(flown, ({ droneSn }) => droneSn);
  let pairs = 0;
  for (const own of byDrone.values())
    for (const [i, { startedAt }] of own.entries()) {
      const before = own[i - 1];
      if (!before) continue;
      pairs += 1;
      expect(startedAt.getTime()).toBeGreaterThanOrEqual(before.endedAt?.getTime() ?? Number.NaN);
    }
  expect(pairs).toBeGreaterThan(3);

  const cutOff = await ctx.db
    .select()
    .from(flights)
    .where(inArray(flights.endReason, ["仿真重启"]));
  expect(cutOff.length).toBeGreaterThan(3);
  for (const { startedAt, endedAt, durationS, distanceM } of cutOff) {
    // None goes on while the server is down.
    const end = endedAt?.getTime() ?? Number.NaN;
    expect(stops.some((stop) => Math.abs(stop - end) <= 1_000)).toBe(true);
    expect(Math.abs((durationS ?? Number.NaN) * 1_000 - (end - startedAt.getTime()))).toBeLessThan(2_000);
    expect(distanceM).not.toBeNull();
  }
  expect(ctx.errors).toEqual([]);
});
