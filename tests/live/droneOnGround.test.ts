import { asc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { IngestSample } from "../../adapters/contract/telemetry.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { createDronesOnGround } from "../../server/telemetry/flights/dronesOnGround.ts";
import { getGroundState } from "../../server/telemetry/ingest/groundState.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const loadTasks = (droneSn: string) =>
  ctx.db.select().from(tasks).where(eq(tasks.droneSn, droneSn)).orderBy(asc(tasks.id));
const hour = 3_600_000;

/** A sample from the ground every ten minutes. */
async function standBy(droneSn: string, hours: number) {
  for (let i = 0; i < hours * 6; i++) {
    ctx.clock.advance(600_000);
    const sample = createSample(ctx, droneSn, { phase: "standby", vH: 0, hRel: 0 });
    expect((await postTelemetry(ctx, key, { samples: [sample] })).data).toEqual({
      accepted: 1,
      rejected: [],
    });
    ctx.live.tick();
  }
}

describe("a drone that sends from its dock", () => {
  test("opens nothing, and flies what is planned when it takes off", async () => {
    const plannedAt = new Date(ctx.clock.now().getTime() + 3 * hour);
    const planned = await factory.task(company, { droneSn: "DOCK-1", plannedAt });
    await standBy("DOCK-1", 3);
    expect(await loadTasks("DOCK-1")).toMatchObject([{ id: planned.id, status: "planned" }]);
    expect(ctx.live.registry.getByDrone("DOCK-1")).toBeUndefined();
    const startedAt = new Date(ctx.clock.now().getTime() + 1_000);
    await createFlyer(ctx, key, "DOCK-1").fly("takeoff", 1);
    expect(await loadTasks("DOCK-1")).toMatchObject([{ id: planned.id, status: "running", startedAt }]);
    expect(await ctx.db.select().from(flights).where(eq(flights.droneSn, "DOCK-1"))).toMatchObject([
      { taskId: planned.id, startedAt },
    ]);
  });

  test("opens nothing after its landing either, however long it stays there", { tags: "full" }, async () => {
    await factory.registerDrone(company, "DOCK-2");
    const flyer = createFlyer(ctx, key, "DOCK-2");
    await flyer.fly("mission", 5);
    await flyer.fly("landed", 62, { vH: 0 });
    await standBy("DOCK-2", 25);
    expect(await loadTasks("DOCK-2")).toMatchObject([{ status: "finished" }]);
    // A sample that does not say whether the drone flies still opens nothing.
    await flyer.send({ phase: null, ...samplePosition(0) });
    expect(await loadTasks("DOCK-2")).toHaveLength(1);
  });

  test("takes no task numbers", { tags: "full" }, async () => {
    await factory.registerDrone(company, "DOCK-3");
    const flyer = createFlyer(ctx, key, "DOCK-3");
    await flyer.fly("mission", 3);
    await flyer.fly("landed", 62, { vH: 0 });
    for (let i = 0; i < 50; i++) await flyer.send({ phase: "standby", vH: 0, ...samplePosition(10) });
    await flyer.fly("mission", 3);
    const [first, second, ...more] = (await loadTasks("DOCK-3")).map(({ taskNo }) => taskNo);
    expect(more).toEqual([]);
    expect(Number(second?.slice(-6)) - Number(first?.slice(-6))).toBe(1);
  });

  test("is refused with another company's key, on the ground too", { tags: "full" }, async () => {
    await factory.registerDrone(company, "DOCK-4");
    const flyer = createFlyer(ctx, key, "DOCK-4");
    const otherKey = await factory.key((await factory.createCompany()).id);
    const stranger = createFlyer(ctx, otherKey, "DOCK-4");
    expect((await flyer.send({ phase: "standby" })).data).toMatchObject({ accepted: 1 });
    expect((await stranger.send({ phase: "standby" })).data).toMatchObject({
      rejected: [{ reason: "unregistered" }],
    });
  });
});

describe("the state of a drone without an open task, by one sample", () => {
  test.each<[GroundStateFields, string]>([
    [{ phase: "standby", vH: 9 }, "onGround"],
    [{ phase: "landed" }, "onGround"],
    [{ phase: "offline" }, "onGround"],
    [{ phase: "preparing" }, "flying"],
    [{ phase: "hover", vH: 0 }, "flying"],
    [{ phase: "unknown", vH: 5 }, "flying"],
    [{ hRel: 60 }, "flying"],
    [{ hRel: 0, vH: 0 }, "onGround"],
    [{ hAgl: 1 }, "onGround"],
    [{ hRel: 60, vH: 0 }, "unknown"],
    [{ vH: 0 }, "unknown"],
    [{}, "unknown"],
  ])("%o: %s", (fields, expected) => {
    expect(getGroundState({ droneSn: "D", seq: 1, tSrc: 0, ...fields })).toBe(expected);
  });
});

type GroundStateFields = Partial<IngestSample>;

test("a drone on the ground is remembered for a day after its last sample, its registration for a minute", {
  tags: "full",
}, () => {
  const drones = createDronesOnGround();
  drones.add("A", "company", 0);
  drones.add("B", "company", 0);
  expect(drones.refresh("A", "company", 59_999)).toBe("company");
  expect(drones.refresh("A", null, 59_999)).toBe("company");
  expect(drones.refresh("A", "other", 59_999)).toBeNull();
  expect(drones.refresh("A", "company", 60_000)).toBeNull();
  drones.forget(24 * hour);
  expect([drones.has("A"), drones.has("B")]).toEqual([true, false]);
});
