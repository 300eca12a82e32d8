import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { ingestStatusCalls } from "../../adapters/contract/ingestStatus.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { createCallFixture } from "../contract/fixtures/createCallFixture.ts";
import { createFlyer, createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights({ FLIGHT_CAPACITY: "2" });
afterAll(() => ctx.close());
const { callAs } = createCallFixture(() => ctx, { role: "duty", prefix: "capacity" });

const { registry } = ctx.live;
const listOpen = () =>
  Array.from(
    registry.slots.subarray(0, registry.count()),
    (slot) => registry.getBySlot(slot)?.task.droneSn,
  ).toSorted();
const readRoom = async () =>
  (
    (await callAs(ingestStatusCalls.ingestStatus, { query: { companyId: company.id } })).data as EndpointData<
      typeof ingestStatusCalls.ingestStatus
    >
  ).room;
const sendOf = (...droneSns: string[]) =>
  postTelemetry(ctx, key, {
    samples: droneSns.map((sn) => createSample(ctx, sn, { phase: "mission", vH: 5, hRel: 60 })),
  });

/** Flies what was planned for a drone, and lands. */
async function flyPlanned() {
  const { id, droneSn } = await factory.task(company, { plannedAt: ctx.clock.now() });
  const { fly } = createFlyer(ctx, key, droneSn);
  await fly("mission", 2);
  await fly("landed", 62, { vH: 0, ...samplePosition(5) });
  return { id, droneSn };
}

test("at the limit the task whose flight ended first makes room; while all fly, a new drone is refused", async () => {
  const [first, second] = [await flyPlanned(), await flyPlanned()];
  expect(listOpen()).toEqual([first.droneSn, second.droneSn]);
  expect(await readRoom()).toEqual({ capacity: 2, free: 2, refusedDrones: 0 });
  for (const sn of ["NEW-1", "NEW-2", "NEW-3"]) await factory.registerDrone(company, sn);
  // The one that loses its place sends in the same call: it is on the ground, and known.
  ctx.clock.advance(1_000);
  const landed = createSample(ctx, first.droneSn, { phase: "landed", ...samplePosition(5) });
  const taken = await postTelemetry(ctx, key, {
    samples: [landed, createSample(ctx, "NEW-1", { phase: "mission", vH: 5, hRel: 60 })],
  });
  expect(taken.data).toEqual({ accepted: 2, rejected: [] });
  expect(listOpen()).toEqual(["NEW-1", second.droneSn]);
  expect(ctx.live.ingestStatus.listUnregistered()).toEqual([]);
  await ctx.live.writes.flush();
  const [closed] = await ctx.db.select().from(tasks).where(eq(tasks.id, first.id));
  expect(closed).toMatchObject({ status: "finished", endReason: "已降落" });
  await sendOf("NEW-2");
  expect(listOpen()).toEqual(["NEW-1", "NEW-2"]);
  const expected = "稍后重试：同时在飞的数量已达上限";
  expect((await sendOf("NEW-3")).data).toEqual({
    accepted: 0,
    rejected: [{ at: 0, reason: "noRoom", field: null, expected }],
  });
  expect(await readRoom()).toEqual({ capacity: 2, free: 0, refusedDrones: 1 });
  const id = registry.getByDrone("NEW-1")?.task.id ?? "";
  await callAs(taskCalls.taskClose, { body: { id, reason: "失去联系", requestId: "capacity-close-1" } });
  expect((await sendOf("NEW-3")).data).toEqual({ accepted: 1, rejected: [] });
  expect(listOpen()).toEqual(["NEW-2", "NEW-3"]);
  expect(await readRoom()).toEqual({ capacity: 2, free: 0, refusedDrones: 0 });
});
