import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AlarmRow, alarmCalls } from "../../adapters/contract/alarm.ts";
import { decodeFleetFrame, type FleetFrame } from "../../adapters/contract/fleetFrame.ts";
import { overviewQuery } from "../../adapters/contract/graphql/overview.ts";
import { screenCalls } from "../../adapters/contract/screen.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { insertHangar } from "../contract/device/deviceRecords.ts";
import { insertZone } from "../contract/samples/zoneSamples.ts";
import { connectSocket, listenSocket } from "../contract/socket/socketClient.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../live/flightFactory.ts";
import { createScreenFactory, sendReport } from "./createScreenFactory.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const screenFactory = createScreenFactory(ctx);
const socketUrl = (await listenSocket(ctx)).replace("/ws", "/wall/ws");
afterAll(() => ctx.close());

const beijing = { lat: 399_000_000, lon: 1_164_000_000 };

const pilot = { pilotName: "程远", pilotPhone: "13012340001", backupPhone: "13012340002" };

/** A company with a hangar, a work area, a flight in the air and an open alarm of it. */
async function createSite(
  name: string,
  droneSn: string,
  place: { lat: number; lon: number },
  regionId: string,
) {
  const company = await factory.createCompany({ name, regionId });
  const [lng, lat] = [place.lon / 1e7, place.lat / 1e7];
  await insertHangar(ctx.db, company, { name: `${name}机场`, lng, lat });
  await insertZone(ctx, { name: `${name}作业区`, kind: "fence", companyId: company.id, companyName: name });
  const task = await factory.task(company, { name: `${name}巡检`, droneSn, ...pilot });
  await createFlyer(ctx, await factory.key(company.id), droneSn).fly("mission", 2, place);
  const alarmId = await insertAlarm(ctx, {
    priority: "p1",
    companyId: company.id,
    companyName: name,
    regionId,
    taskId: task.id,
    taskName: task.name,
    droneSn,
    hangarName: `${name}机场`,
    place: `某县，${name}机场正北 1.0 公里`,
    acknowledgedByName: "欧阳值守",
  });
  return { company, task, alarmId, texts: [name, droneSn, task.id, task.taskNo, alarmId] };
}
let own: Awaited<ReturnType<typeof createSite>>;
let other: typeof own;
beforeAll(async () => {
  own = await createSite("翠鸟测绘", "SN-OWN-1", { lat: 399_200_000, lon: 1_054_600_000 }, "152921");
  other = await createSite("黑鹰航拍", "SN-OTHER-1", beijing, "110101");
  await insertZone(ctx, { name: "公共禁飞区" });
  const area = { kind: "fenceExit", priority: "p3", zoneName: "翠鸟测绘作业区" } as const;
  await insertAlarm(ctx, { ...area, companyId: own.company.id, values: { zoneName: area.zoneName } });
  await insertAlarm(ctx, { kind: "unattended", values: { flying: 2, companies: "翠鸟测绘、黑鹰航拍" } });
  await takeDuty(ctx, "duty");
});

const pageOfTasks = { brief: true, pageNo: 1, pageSize: 200, sort: { field: "trouble", order: "desc" } };
const pageOfZones = { pageNo: 1, pageSize: 200, status: "active" };

/** Everything that the server sends to a screen, as text, with its last frame and its figures. */
async function readAll(shown: Parameters<typeof screenFactory.make>[1]) {
  const { cookie } = await screenFactory.make(undefined, shown);
  const ask = async (method: "GET" | "POST", path: string, payload?: object) => {
    const url = `/wall${path}`;
    const { body } = await ctx.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) });
    return body;
  };
  const socket = await connectSocket(socketUrl, { headers: { cookie } });
  const fleet: FleetFrame[] = [];
  socket.raw.on("message", (data, binary) => {
    if (binary) fleet.push(decodeFleetFrame(new Uint8Array(data as Buffer).slice().buffer));
  });
  socket.send({ platform: "web", type: 3, userId: "", token: "", taskId: "*" });
  await expect.poll(() => fleet.length).toBeGreaterThan(0);
  ctx.live.tick();
  const { body: open } = await ctx.callAs("duty", alarmCalls.alarmOpen, {});
  const { alarms } = open.data as { alarms: AlarmRow[] };
  ctx.platform.bus.publish("alarm.changed", { alarms, floods: null });
  await expect.poll(() => socket.frames.some(({ type }) => type === 7)).toBe(true);
  const overview = await ask("POST", "/graphql", { query: overviewQuery.document });
  const answers = [
    await ask("GET", "/api/session"),
    await ask("GET", "/api/x/alarm/open"),
    await ask("POST", "/api/task/start/list", pageOfTasks),
    await ask("POST", "/api/controlZone/list/page", pageOfZones),
    await ask("GET", "/api/iapi/device/list?kind=hangar"),
    await ask("GET", `/api/task/history/track/${own.task.id}`),
    overview,
    ...socket.frames.map((frame) => JSON.stringify(frame)),
  ];
  const refused = await Promise.all(
    [`/api/task/history/track/${other.task.id}`, `/api/media/pull/${other.task.id}/flv`].map(
      async (path) => JSON.parse(await ask("GET", path)).message as string,
    ),
  );
  socket.raw.close();
  return {
    text: answers.join("\n"),
    frame: fleet.at(-1),
    figures: JSON.parse(overview).data.overview,
    refused,
  };
}

describe("To a screen", () => {
  test.each([
    ["a company", "翠鸟测绘", () => ({ by: "company" as const, items: [{ id: own.company.id, name: "" }] })],
    ["a region", "内蒙古自治区", () => ({ by: "region" as const, items: [{ id: "150000", name: "" }] })],
  ])("of %s nothing of others is sent", async (_what, shown, getScope) => {
    const { text, frame, figures, refused } = await readAll({ scope: getScope() });
    for (const part of own.texts) expect(text).toContain(part);
    expect(text).toContain("公共禁飞区");
    expect(text).toContain(`"shown":"${shown}"`);
    for (const part of other.texts) expect(text).not.toContain(part);
    expect([frame?.count, frame?.fleetSize, frame?.counts.flying]).toEqual([1, 1, 1]);
    expect(figures).toMatchObject({ flying: 1, flightsToday: 1 });
    // Its own alarm, and the one that is nobody's.
    expect(figures.alarms.slice(0, 2)).toEqual([
      { key: "p1", count: 1 },
      { key: "p2", count: 1 },
    ]);
    expect(figures.hangars[0]).toEqual({ key: "idle", count: 1 });
    expect(refused).toEqual(["该任务不在本屏的显示范围内", "该任务不在本屏的显示范围内"]);
  });

  test("for visitors no name of a person, company, task or site is sent", async () => {
    const { text, frame } = await readAll({ audience: "visitors" });
    expect(frame?.count).toBe(2);
    for (const part of [own.task.taskNo, other.task.taskNo, "SN-OTHER-1", "公共禁飞区"])
      expect(text).toContain(part);
    for (const name of ["翠鸟测绘", "黑鹰航拍", "程远", "欧阳值守", ctx.staff.duty.name])
      expect(text).not.toContain(name);
    expect(text).toContain("欧**");
    expect(text).not.toContain("1301");
  });
});

test("What is changed ends the socket, and loads the page again", async () => {
  const { id, version, cookie } = await screenFactory.make("会议室");
  const loadedAt = ctx.clock.now().toISOString();
  ctx.clock.advance(1_000);
  const socket = await connectSocket(socketUrl, { headers: { cookie } });
  const body = {
    requestId: "change-view-1",
    id,
    version,
    name: "会议室",
    layout: "map" as const,
    audience: "visitors" as const,
  };
  await ctx.callAs("admin", screenCalls.screenSave, { body });
  expect(await socket.closed).toBe(4001);
  const { data } = (await sendReport(ctx, cookie, { loadedAt })).json();
  expect(data).toEqual({ reload: true });
});
