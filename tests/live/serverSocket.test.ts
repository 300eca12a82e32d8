import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import { decodeFleetFrame, type FleetFrame } from "../../adapters/contract/fleetFrame.ts";
import { fleetTableData, taskEventsData, zoneChangedData } from "../../adapters/contract/liveMessages.ts";
import { liveState } from "../../adapters/contract/sample.ts";
import { taskCalls } from "../../adapters/contract/task.ts";
import { connectSocket, createMessage, listenSocket } from "../contract/socket/socketClient.ts";
import { type ConsoleRole, createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, postTelemetry } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const ctx = await createTestPlatform();
const url = await listenSocket(ctx);
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
const key = await factory.key(company.id);
afterAll(() => ctx.close());

/** Opens a registered socket of that role and collects its fleet frames. */
async function openSocket(role: ConsoleRole) {
  const headers = await ctx.loginAs(role);
  const client = await connectSocket(url);
  const frames: FleetFrame[] = [];
  client.raw.binaryType = "arraybuffer";
  client.raw.on("message", (data, binary) => {
    if (!binary) return;
    frames.push(decodeFleetFrame(data as ArrayBuffer));
    client.raw.emit("fleet");
  });
  const sendMessage = (type: number, taskId = "", more: object = {}) =>
    client.send({ ...createMessage(type, ctx.staff[role].id, headers, taskId), ...more });
  sendMessage(1);
  await client.nextFrame(1);
  const nextFleetFrame = async () => {
    while (frames.length === 0) await once(client.raw, "fleet");
    return frames.shift();
  };
  return { ...client, sendMessage, nextFleetFrame };
}

const flyDrone = async (droneSn: string, metres = 0, fields: object = {}) => {
  ctx.clock.advance(1_000);
  const tSrc = ctx.clock.now().getTime();
  const answer = await postTelemetry(ctx, key, {
    samples: [{ droneSn, seq: 1, tSrc, ...samplePosition(metres), ...fields }],
  });
  expect(answer.data).toMatchObject({ accepted: 1 });
};

describe("over a real socket", () => {
  //
  test("a signed sample arrives in the fleet frame, and as telemetry if its task is open", async () => {
    const task = await factory.task(company);
    const socket = await openSocket("duty");
    await flyDrone(task.droneSn, 0, { phase: "takeoff", hRel: 12.3 });
    socket.sendMessage(3, "*");
    expect(fleetTableData.parse((await socket.nextFrame(3)).data)).toMatchObject({ full: true });
    expect(await socket.nextFleetFrame()).toMatchObject({ snapshot: true, count: 1 });
    ctx.live.tick();
    expect((await socket.nextFrame(3)).data).toMatchObject({
      full: false,
      taskId: [task.id],
      taskNo: [task.taskNo],
    });
    const frame = await socket.nextFleetFrame();
    expect([frame?.columns.lat[0], frame?.columns.hRel[0], frame?.columns.phase[0]]).toEqual([
      399_200_000, 123, 3,
    ]);
    expect(taskEventsData.parse((await socket.nextFrame(5)).data)).toMatchObject({
      events: [{ taskId: task.id, kind: "started" }],
    });

    socket.sendMessage(3, task.id);
    expect(liveState.parse((await socket.nextFrame(4)).data)).toMatchObject({ taskId: task.id, hRel: 12.3 });
    await flyDrone(task.droneSn, 3, { phase: "mission", hRel: 13 });
    expect((await socket.nextFrame(5)).data).toMatchObject({
      events: [{ kind: "phase", from: "takeoff", to: "mission" }],
    });
    expect((await socket.nextFrame(4)).data).toMatchObject({ hRel: 13, phase: "mission" });

    socket.sendMessage(30, task.id);
    socket.sendMessage(30, "*");
    socket.sendMessage(2);
    await socket.nextFrame(2);
    await flyDrone(task.droneSn, 6, { phase: "mission" });
    ctx.live.tick();
    socket.sendMessage(2);
    await socket.nextFrame(2);
    expect(socket.frames).toEqual([]);
    socket.raw.close();
  });

  test("a view without flights gets an empty frame with the fleet size", async () => {
    const socket = await openSocket("operator");
    socket.sendMessage(3, "*", { view: { bbox: [0, 0, 1, 1], zoom: 8 } });
    expect(await socket.nextFleetFrame()).toMatchObject({ count: 0, fleetSize: ctx.live.registry.count() });
    socket.raw.close();
  });

  test.each([
    ["an inverted view", "*", { view: { bbox: [0, 10, 1, 5], zoom: 4 } }, "视野范围不正确"],
    [
      "a second map upside down",
      "*",
      { view: { bbox: [0, 0, 1, 1], zoom: 4, groups: true, near: [0, 1, 1, 0] } },
      "视野范围不正确",
    ],
    ["a view beyond the pole", "*", { view: { bbox: [0, 0, 1, 95], zoom: 4 } }, "视野范围不正确"],
    [
      "an invalid focus",
      "*",
      { view: { bbox: [0, 0, 1, 1], zoom: 4, groups: true, focus: "near" } },
      "任务编号不正确",
    ],
    ["an invalid task id", "drop table", {}, "任务编号不正确"],
  ])("%s is refused with a message, and the socket stays open", async (_name, taskId, more, text) => {
    const socket = await openSocket("admin");
    socket.sendMessage(3, taskId, more);
    expect((await socket.nextFrame(9)).data).toEqual({ message: text });
    socket.sendMessage(2);
    await socket.nextFrame(2);
    socket.raw.close();
  });

  test("finance may not see flights", async () => {
    const socket = await openSocket("finance");
    socket.sendMessage(3, "*");
    expect((await socket.nextFrame(9)).data).toEqual({ message: "当前角色无权查看实时任务" });
    socket.raw.close();
  });

  test("a changed zone is sent as type 8", async () => {
    const socket = await openSocket("maintainer");
    ctx.platform.bus.publish("zone.changed", { ids: ["123"] });
    expect(zoneChangedData.parse((await socket.nextFrame(8)).data)).toEqual({ ids: ["123"] });
    socket.raw.close();
  });

  test("a closed socket is unsubscribed", async () => {
    const subscribers = () => ctx.live.feed.subscriberCount();
    await expect.poll(subscribers).toBe(0);
    const socket = await openSocket("duty");
    expect(subscribers()).toBe(1);
    socket.raw.terminate();
    await expect.poll(subscribers).toBe(0);
  });
});

describe("the list of live tasks", () => {
  const list = async (body: object) => {
    const { body: answer } = await ctx.callAs("duty", taskCalls.taskStartList, { body });
    return answer.data as { list: { id: string; last: { lat: number } | null }[]; total: number };
  };
  const listIds = async (body: object) => (await list(body)).list.map(({ id }) => id);

  test("contains flights with their last sample, then tasks planned within two hours", async () => {
    const own = await factory.createCompany();
    const ownKey = await factory.key(own.id);
    const hours = (n: number) => new Date(ctx.clock.now().getTime() + n * 3_600_000);
    const flying = await factory.task(own);
    const soon = await factory.task(own, { plannedAt: hours(1.9), kind: "survey" });
    await factory.task(own, { plannedAt: hours(2.1) });
    await factory.task(own, { status: "finished" });
    const tSrc = ctx.clock.now().getTime();
    await postTelemetry(ctx, ownKey, {
      samples: [{ droneSn: flying.droneSn, seq: 1, tSrc, ...samplePosition(0), batPct: 80 }],
    });
    await ctx.live.writes.flush();
    const { list: rows, total } = await list({ companyId: own.id });
    expect(rows.map(({ id }) => id)).toEqual([flying.id, soon.id]);
    expect(total).toBe(2);
    expect(rows[0]).toMatchObject({
      status: "running",
      pilotPhone: "138****1234",
      last: { lat: 399_200_000, batPct: 80, linkState: "fresh" },
    });
    expect(rows[1]).toMatchObject({ status: "planned", last: null });
    expect(await listIds({ companyId: own.id, kind: "survey" })).toEqual([soon.id]);
    expect(await listIds({ companyId: own.id, status: "running" })).toEqual([flying.id]);
    expect(await listIds({ keyword: flying.taskNo })).toEqual([flying.id]);
    expect(await listIds({ ids: [soon.id] })).toEqual([soon.id]);
    expect((await list({ companyId: own.id, limit: 1 })).list).toHaveLength(1);
  });

  test("filters by box: flights by position, planned tasks by take-off point", async () => {
    const own = await factory.createCompany();
    const ownKey = await factory.key(own.id);
    const flying = await factory.task(own, { lng: 0, lat: 0 });
    const planned = await factory.task(own);
    const tSrc = ctx.clock.now().getTime();
    await postTelemetry(ctx, ownKey, {
      samples: [{ droneSn: flying.droneSn, seq: 1, tSrc, lat: 0, lon: 1_795_000_000 }],
    });
    await ctx.live.writes.flush();
    const within = (bbox: number[]) => listIds({ companyId: own.id, bbox });
    expect(await within([179, -1, -179, 1])).toEqual([flying.id]);
    expect(await within([105, 39, 106, 40])).toEqual([planned.id]);
    expect(await within([-10, -10, 10, 10])).toEqual([]);
  });
});
