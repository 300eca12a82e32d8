import { asc, eq, isNull } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { taskHistoryCalls } from "../../adapters/contract/taskHistory.ts";
import { companies } from "../../server/db/schema/company.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { fillTakeoffRegions } from "../../server/telemetry/flights/takeoffRegion.ts";
import { createFlyer, setupFlights } from "./flightFactory.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const loadFlights = (taskId: string) =>
  ctx.db.select().from(flights).where(eq(flights.taskId, taskId)).orderBy(asc(flights.startedAt));
const settle = async () => {
  ctx.live.registry.tick(ctx.clock.now().getTime());
  await ctx.live.writes.flush();
};

test("each flight of a task copies it, from the first sample on, and gets a number of its own", async () => {
  const task = await factory.task(company, { droneSn: "COPY-1", name: "两次起飞" });
  const flyer = createFlyer(ctx, key, "COPY-1");
  await flyer.fly("mission", 5);
  await settle();
  expect(await loadFlights(task.id)).toMatchObject([
    { flightNo: task.taskNo, taskName: "两次起飞", taskStatus: "running", companyName: company.name },
  ]);
  await flyer.fly("landed", 2, { hRel: 0, vH: 0 });
  await flyer.wait(120);
  await settle();
  await flyer.fly("mission", 5);
  await settle();
  const [first, second] = await loadFlights(task.id);
  expect([first?.flightNo, second?.flightNo]).toEqual([`${task.taskNo}-1`, `${task.taskNo}-2`]);
  expect([first?.endedAt === null, second?.endedAt]).toEqual([false, null]);
  const body = { id: task.id, reason: "作业完成", requestId: "copies-close-1" };
  await ctx.callAs("duty", taskCalls.taskClose, { body });
  const [closed] = await ctx.db.select().from(tasks).where(eq(tasks.id, task.id));
  expect(await loadFlights(task.id)).toMatchObject([
    { taskStatus: closed?.status, endReason: "" },
    { taskStatus: closed?.status, endReason: "作业完成" },
  ]);
  expect(ctx.errors).toEqual([]);
});

test("a flight that is attached to a planned task is listed under that one", async () => {
  await factory.registerDrone(company, "COPY-2");
  await createFlyer(ctx, key, "COPY-2").fly("mission", 5);
  await settle();
  const [unplanned] = await ctx.db.select().from(tasks).where(eq(tasks.droneSn, "COPY-2"));
  const planned = await factory.task(company, {
    droneSn: "COPY-2",
    name: "补登计划",
    kind: "survey",
    plannedAt: new Date(ctx.clock.now().getTime() - 7_200_000),
  });
  const body = { id: unplanned?.id ?? "", toTaskId: planned.id, requestId: "copies-attach-1" };
  const answer = await ctx.callAs("duty", taskCalls.flightAttach, { body });
  expect(answer.body).toMatchObject({ state: 0 });
  expect(await loadFlights(planned.id)).toMatchObject([
    { flightNo: planned.taskNo, taskNo: planned.taskNo, taskName: "补登计划", taskKind: "survey" },
  ]);
  const params = { id: unplanned?.id ?? "" };
  const record = await ctx.callAs("maintainer", taskHistoryCalls.taskOne, { params });
  expect(record.body).toMatchObject({ state: 0, data: { id: planned.id, pilotPhone: "138****1234" } });
});

test("a renamed company is found under its new name", async () => {
  const task = await factory.task(company, { droneSn: "COPY-3" });
  await createFlyer(ctx, key, "COPY-3").fly("mission", 3);
  await settle();
  const [{ version = 1 } = {}] = await ctx.db.select().from(companies).where(eq(companies.id, company.id));
  const body = { id: company.id, version, name: "改名之后航空有限公司", requestId: "copies-rename" };
  await ctx.callAs("operator", companyCalls.companyUpdate, { body });
  const [flight] = await loadFlights(task.id);
  expect(flight?.companyName).toBe("改名之后航空有限公司");
  expect(flight?.search.split("\u001f")).toEqual([
    task.taskNo.toLowerCase(),
    task.name,
    "改名之后航空有限公司",
    "李四",
    "copy-3",
  ]);
});

test("flights older than the column get their county, those abroad none, however often it runs", async () => {
  const task = await factory.task(company, { droneSn: "COPY-4" });
  const [at, startedAt] = [ctx.clock.now(), new Date("2026-01-01T00:00:00Z")];
  const row = {
    taskId: task.id,
    companyId: company.id,
    droneSn: "COPY-4",
    source: "device" as const,
    endedAt: at,
  };
  const createOld = (day: number, takeoffLng: number | null, takeoffLat: number | null) => ({
    ...row,
    id: ctx.platform.newId(),
    startedAt: new Date(startedAt.getTime() + day * 86_400_000),
    takeoffLng,
    takeoffLat,
  });
  await ctx.db
    .insert(flights)
    .values([createOld(0, 116.3975, 39.9087), createOld(1, 139.69, 35.69), createOld(2, null, null)]);
  await ctx.db.update(flights).set({ takeoffRegionId: null }).where(isNull(flights.takeoffLng));
  expect(await fillTakeoffRegions(ctx.db, () => true)).toBe(0);
  expect(await fillTakeoffRegions(ctx.db)).toBe(1);
  expect(await fillTakeoffRegions(ctx.db)).toBe(0);
  expect(await loadFlights(task.id)).toMatchObject([
    { takeoffRegionId: "110101", takeoffRegionName: "北京市东城区", flightNo: `${task.taskNo}-1` },
    { takeoffRegionId: null, takeoffRegionName: "" },
    { takeoffRegionId: null, takeoffRegionName: "" },
  ]);
});

test("a flight knows the county it took off in while it is in the air", async () => {
  const task = await factory.task(company, { droneSn: "COPY-5" });
  await createFlyer(ctx, key, "COPY-5").fly("mission", 3);
  await settle();
  const [flight] = await loadFlights(task.id);
  expect([flight?.takeoffLng, flight?.takeoffLat]).not.toContain(null);
  expect(flight?.takeoffRegionId).toMatch(/^\d{6}$/);
});
