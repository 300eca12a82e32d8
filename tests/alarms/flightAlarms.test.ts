import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type AlarmRow, alarmCalls } from "../../adapters/contract/alarm.ts";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import { frameAlarms } from "../../adapters/contract/fleetFrame.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { taskHistoryCalls } from "../../adapters/contract/taskHistory.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { createFlyer, setupFlights } from "../live/flightFactory.ts";
import { createSignal } from "./setupAlarms.ts";

const { ctx, factory, company, key } = await setupFlights();
await ctx.live.alarms.restore();
afterAll(() => ctx.close());

let requests = 0;
const requestId = () => `flight-alarm-${++requests}`;

async function takeOff(droneSn: string) {
  await factory.registerDrone(company, droneSn);
  const flyer = createFlyer(ctx, key, droneSn);
  await flyer.fly("mission", 3);
  const open = ctx.live.registry.getByDrone(droneSn);
  if (!open?.flight) throw new Error("The flight is not open");
  return { ...flyer, slot: open.slot, taskId: open.task.id, flightId: open.flight.id, droneSn };
}

const raise = async (fields: Parameters<typeof createSignal>[0]) => {
  ctx.live.alarms.raise(createSignal(fields), ctx.clock.now().getTime());
  await ctx.live.alarms.flush();
};
const acknowledge = async (ids: readonly string[]) => {
  await takeDuty(ctx, "duty");
  for (const id of ids) {
    const body = { ids: [id], requestId: requestId() };
    const answer = await ctx.callAs("duty", alarmCalls.alarmAck, { body });
    expect(answer.body.state, answer.body.message).toBe(0);
  }
  await ctx.live.alarms.flush();
};
const findAlarms = (droneSn: string) => ctx.db.select().from(alarms).where(eq(alarms.droneSn, droneSn));
const getBits = (slot: number) => {
  ctx.live.tick();
  return ctx.live.registry.fleet.columns.alarms[slot];
};

describe("an alarm of a flight", () => {
  test("copies its task, is counted on task and flight, and is over with the flight", async () => {
    const flight = await takeOff("ALARM-1");
    const { slot, droneSn, taskId, flightId } = flight;
    await raise({ kind: "offRoute", priority: "p3", slot, droneSn, lng: 105.46, lat: 39.92 });
    await raise({ kind: "batteryLow", slot, droneSn });
    const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, taskId));
    expect(await findAlarms(droneSn)).toMatchObject([
      { kind: "offRoute", taskId, flightId, taskNo: task?.taskNo, companyName: company.name, lng: 105.46 },
      { kind: "batteryLow", taskId, flightId, companyId: company.id },
    ]);
    expect(task?.alarmCount).toBe(2);
    expect(await ctx.db.select().from(flights).where(eq(flights.id, flightId))).toMatchObject([
      { alarmCount: 2 },
    ]);
    await ctx.callAs("duty", taskCalls.taskClose, {
      body: { id: taskId, reason: "飞手确认已降落", requestId: requestId() },
    });
    ctx.clock.advance(1_000);
    ctx.live.tick();
    await ctx.live.alarms.flush();
    expect((await findAlarms(droneSn)).map(({ state }) => state)).toEqual(["gone", "gone"]);
    const { body } = await ctx.callAs("operator", taskHistoryCalls.taskHistoryList, {
      body: { pageNo: 1, pageSize: 10, hasAlarm: true },
    });
    const { list } = body.data as EndpointData<typeof taskHistoryCalls.taskHistoryList>;
    expect(list).toMatchObject([{ id: flightId, alarmCount: 2 }]);
    const track = await ctx.callAs("operator", taskCalls.taskTrack, {
      params: { id: taskId },
      query: { flightId },
    });
    const answer = track.body.data as EndpointData<typeof taskCalls.taskTrack>;
    expect(answer.alarms).toMatchObject([
      { kind: "offRoute", priority: "p3", flightId, endedAt: expect.any(String) },
      { kind: "batteryLow", priority: "p2" },
    ]);
    expect(answer.flights).toMatchObject([{ alarmCount: 2 }]);
  });

  test("goes with its flight to the task that it is attached to", async () => {
    const { slot, droneSn, taskId } = await takeOff("ALARM-2");
    await raise({ slot, droneSn });
    const planned = await factory.task(company, { droneSn, plannedAt: ctx.clock.now() });
    const { body } = await ctx.callAs("duty", taskCalls.flightAttach, {
      body: { id: taskId, toTaskId: planned.id, requestId: requestId() },
    });
    expect(body.state, body.message).toBe(0);
    expect(await findAlarms(droneSn)).toMatchObject([{ taskId: planned.id, taskNo: planned.taskNo }]);
    expect(await ctx.db.select().from(tasks).where(eq(tasks.id, planned.id))).toMatchObject([
      { alarmCount: 1 },
    ]);
  });

  test("sets the bits of its priority in frames: waiting, acknowledged, none while it is shelved", async () => {
    const { slot, droneSn } = await takeOff("ALARM-3");
    await raise({ kind: "offRoute", priority: "p3", slot, droneSn });
    await raise({ kind: "batteryLow", priority: "p2", slot, droneSn });
    expect(getBits(slot)).toBe(frameAlarms.p2 | frameAlarms.p3);
    const [offRoute, battery] = await findAlarms(droneSn);
    await acknowledge([battery?.id ?? ""]);
    expect(getBits(slot)).toBe(frameAlarms.p2Acknowledged | frameAlarms.p3);
    await ctx.callAs("duty", alarmCalls.alarmShelve, {
      body: { id: offRoute?.id ?? "", version: 1, requestId: requestId(), minutes: 5, reason: "核实" },
    });
    await ctx.live.alarms.flush();
    expect(getBits(slot)).toBe(frameAlarms.p2Acknowledged);
    await raise({ kind: "noFlyBreach", priority: "p1", slot, droneSn, zoneId: "8" });
    ctx.live.alarms.clear(
      { ...createSignal({ kind: "noFlyBreach", droneSn, zoneId: "8" }) },
      ctx.clock.now().getTime(),
    );
    await ctx.live.alarms.flush();
    // It waits for its acknowledgement, though its cause is over.
    expect(getBits(slot)).toBe(frameAlarms.p1 | frameAlarms.p1Ended | frameAlarms.p2Acknowledged);
    const breach = (await findAlarms(droneSn)).find(({ kind }) => kind === "noFlyBreach");
    await acknowledge([breach?.id ?? "", battery?.id ?? ""]);
    expect(getBits(slot)).toBe(frameAlarms.p2Acknowledged);
  });
});

describe("the pilot's phone", () => {
  test("is whole for duty on an open alarm of priority 1 or 2, with an audit row, and for nothing else", async () => {
    const { slot, droneSn, taskId } = await takeOff("ALARM-4");
    await ctx.db
      .update(tasks)
      .set({ pilotName: "李四", pilotPhone: "13812345678", backupPhone: "13887654321" })
      .where(eq(tasks.id, taskId));
    await raise({ kind: "batteryLow", priority: "p2", slot, droneSn });
    await raise({ kind: "offRoute", priority: "p3", slot, droneSn });
    const [battery, offRoute] = await findAlarms(droneSn);
    const ask = async (id: string) =>
      ctx.callAs("duty", alarmCalls.alarmContact, { body: { id, requestId: requestId() } });
    expect((await ask(battery?.id ?? "")).body.data).toEqual({
      pilotName: "李四",
      pilotPhone: "13812345678",
      backupPhone: "13887654321",
    });
    expect((await ask(offRoute?.id ?? "")).body.state).toBe(-1);
    ctx.live.alarms.clear(createSignal({ droneSn }), ctx.clock.now().getTime());
    await ctx.live.alarms.flush();
    expect((await ask(battery?.id ?? "")).body.state).toBe(-1);
    const { body } = await ctx.callAs("duty", alarmCalls.alarmOpen, {});
    expect(JSON.stringify(body.data)).not.toContain("13812345678");
  });
});

test("the list sums alarms by priority, and how long they waited for somebody", async () => {
  const at = ctx.clock.now().getTime();
  for (const [n, seconds] of [4, 8, 30].entries()) {
    ctx.live.alarms.raise(createSignal({ kind: "weather", priority: "p3", droneSn: `SUM-${n}` }), at);
    await ctx.live.alarms.flush();
    const [alarm] = await findAlarms(`SUM-${n}`);
    if (n < 2)
      await ctx.db
        .update(alarms)
        .set({ acknowledgedAt: new Date(at + seconds * 1_000) })
        .where(eq(alarms.id, alarm?.id ?? ""));
  }
  const { body } = await ctx.callAs("operator", alarmCalls.alarmList, {
    body: { pageNo: 1, pageSize: 2, keyword: "sum-", sort: { field: "priority", order: "asc" } },
  });
  const { list, total, sums } = body.data as EndpointData<typeof alarmCalls.alarmList>;
  expect(list.map(({ kind }: AlarmRow) => kind)).toEqual(["weather", "weather"]);
  expect(total).toBe(3);
  expect(sums).toEqual({ count: 3, p1: 0, p2: 0, p3: 3, p4: 0, meanAcknowledgeS: 6 });
});
