import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { taskCalls } from "../../adapters/contract/task.ts";
import { taskHistoryCalls } from "../../adapters/contract/taskHistory.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { platformEvents } from "../../server/db/schema/taskEvent.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";
import { restart } from "./restart.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

async function fly(droneSn: string) {
  await factory.registerDrone(company, droneSn);
  return createFlyer(ctx, key, droneSn);
}

test("the time in which the server did not run is an outage of its own in the track's answer", async () => {
  const flyer = await fly("DOWN-1");
  await flyer.fly("mission", 20);
  const lastAt = ctx.clock.now();
  const taskId = ctx.live.registry.getByDrone("DOWN-1")?.task.id ?? "";
  ctx.clock.advance(33_000);
  const { writes } = await restart(ctx);
  await writes.flush();
  expect(await ctx.db.select().from(platformEvents)).toMatchObject([
    { kind: "outage", at: ctx.clock.now(), durationMs: 33_000 },
  ]);
  // What happened to nobody but the desk is none.
  await ctx.db.insert(platformEvents).values({
    id: ctx.platform.newId(),
    at: ctx.clock.now(),
    kind: "unattended",
    durationMs: 0,
  });
  const { body } = await ctx.callAs("operator", taskCalls.taskTrack, { params: { id: taskId }, query: {} });
  expect(body.data).toMatchObject({
    outages: [{ from: lastAt.toISOString(), to: ctx.clock.now().toISOString() }],
  });
});

test("a drone that fell silent long before is not put down to the platform", async () => {
  await ctx.db.delete(platformEvents);
  const flyer = await fly("DOWN-2");
  await flyer.fly("mission", 20);
  // Nothing else flies for ten minutes, and the server runs all the time.
  for (let minute = 0; minute < 10; minute += 1) await flyer.wait(60);
  ctx.clock.advance(8_000);
  const { writes } = await restart(ctx);
  await writes.flush();
  const [outage] = await ctx.db.select().from(platformEvents).where(eq(platformEvents.kind, "outage"));
  expect(outage?.durationMs).toBeLessThan(8_000 + 60_000);
});

test("a flight with a jump that was believed says in the history that its mileage is incomplete", async () => {
  const [jumper, steady] = [await fly("JUMPER-1"), await fly("STEADY-1")];
  await jumper.fly("mission", 10);
  for (let i = 0; i < 20; i++)
    await jumper.send({ phase: "mission", hRel: 60, vH: 5, ...samplePosition(500_000 + i * 5) });
  await jumper.fly("landed", 63, { vH: 0, ...samplePosition(500_100) });
  await steady.fly("mission", 10);
  await steady.fly("landed", 63, { vH: 0, ...samplePosition(50) });
  const [flown] = await ctx.db.select().from(flights).where(eq(flights.droneSn, "JUMPER-1"));
  expect(flown?.distanceM).toBeLessThan(250);
  const { body } = await ctx.callAs("operator", taskHistoryCalls.taskHistoryList, {
    body: { pageNo: 1, pageSize: 10 },
  });
  const { list } = body.data as { list: { droneSn: string; isDistanceIncomplete: boolean }[] };
  expect(list.map(({ droneSn, isDistanceIncomplete }) => [droneSn, isDistanceIncomplete]).sort()).toEqual([
    ["JUMPER-1", true],
    ["STEADY-1", false],
  ]);
});
