import { afterAll, describe, expect, test } from "vitest";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { insertAlarm } from "../alarms/insertAlarm.ts";
import { insertHangar } from "../contract/device/deviceRecords.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { createScreenFactory } from "./createScreenFactory.ts";

const ctx = await createTestPlatform();
afterAll(() => ctx.close());
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
const { cookie } = await createScreenFactory(ctx).make();

/** A task of one flight; its id. */
async function insertFlight(startedAt: string, endedAt: string | null): Promise<string> {
  const task = await factory.task(company, {
    status: "finished",
    pilotName: "程远",
    pilotPhone: "13012340001",
  });
  await ctx.db.insert(flights).values({
    id: ctx.platform.newId(),
    taskId: task.id,
    companyId: company.id,
    droneSn: task.droneSn,
    source: "device",
    startedAt: new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  });
  return task.id;
}
// The test platform's clock stands at 10:00 of 2 March in Shanghai: its day began at 16:00 UTC.
const tasks = {
  today: await insertFlight("2026-03-02T00:00:00Z", "2026-03-02T00:10:00Z"),
  midnight: await insertFlight("2026-03-01T15:50:00Z", "2026-03-01T16:00:00Z"),
  open: await insertFlight("2026-03-01T15:00:00Z", null),
  yesterday: await insertFlight("2026-03-01T15:50:00Z", "2026-03-01T15:59:59Z"),
};

const ask = async (call: string, payload?: object, headers: Record<string, string> = { cookie }) => {
  const [method, path] = call.split(" ") as ["GET" | "POST", string];
  const answer = await ctx.app.inject({ method, url: `/wall${path}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, ...answer.json() };
};
const pageOfTasks = { brief: true, pageNo: 1, pageSize: 200, sort: { field: "trouble", order: "desc" } };
const pageOfZones = { pageNo: 1, pageSize: 200, status: "active" };
const { brief: _, ...longTasks } = pageOfTasks;

describe("A screen", () => {
  test.each<[answer: number, call: string, payload?: object]>([
    [200, "GET /api/x/alarm/open"],
    [200, `GET /api/media/pull/${tasks.open}/flv`],
    [200, "POST /api/controlZone/list/page", pageOfZones],
    [200, "POST /api/task/start/list", pageOfTasks],
    [200, "GET /api/iapi/device/list?kind=hangar"],
    // It searches for nothing, least of all phones, and gets rows in brief only.
    [400, "POST /api/controlZone/list/page", { ...pageOfZones, keyword: "机场" }],
    [400, "POST /api/controlZone/list/page", { pageNo: 1, pageSize: 200 }],
    [400, "POST /api/task/start/list", { ...pageOfTasks, keyword: "13012340001" }],
    [400, "POST /api/task/start/list", { ...pageOfTasks, keyword: "0001" }],
    [400, "POST /api/task/start/list", { ...pageOfTasks, ids: [tasks.open] }],
    [400, "POST /api/task/start/list", { ...pageOfTasks, view: null }],
    [400, "POST /api/task/start/list", { ...pageOfTasks, pageSize: 201 }],
    [400, "POST /api/task/start/list", longTasks],
    [400, "GET /api/iapi/device/list?kind=drone"],
    [400, "GET /api/iapi/device/list?kind=hangar&keyword=0001"],
    // Neither notes, records nor the past.
    [404, "GET /api/x/duty/current"],
    [404, "GET /api/x/one/zone/1"],
    [404, `GET /api/task/history/video/${tasks.today}`],
    [404, "POST /api/task/history/list", { pageNo: 1, pageSize: 20 }],
    [404, "POST /api/x/alarm/list", { pageNo: 1, pageSize: 20 }],
  ])("gets %i from %s %o", async (answer, call, payload) => {
    const { status, state } = await ask(call, payload);
    expect([status, state]).toEqual([answer, answer === 200 ? 0 : -1]);
    if (answer !== 200) return;
    expect((await ask(call, payload, {})).status).toBe(401);
    expect((await ask(call, payload, { cookie: "wall=nonsense" })).status).toBe(401);
  });

  test("can make these calls and no others", () => {
    const calls = Object.values<Endpoint>(contract)
      .map(({ method, path }) => [method, path] as const)
      .filter(([method, path]) => ctx.app.hasRoute({ method, url: `/wall/api${path}` }))
      .map(([method, path]) => `${method} ${path}`);
    expect(calls.toSorted()).toEqual([
      "GET /iapi/device/list",
      "GET /media/pull/:taskId/:mode",
      "GET /task/history/track/:id",
      "GET /x/alarm/open",
      "POST /controlZone/list/page",
      "POST /task/start/list",
    ]);
  });

  test.each([
    ["today", true],
    ["midnight", true],
    ["open", true],
    ["yesterday", false],
  ] as const)("reads the track of %s: %s, without its pilot", async (when, isRead) => {
    const { state, message, data } = await ask(`GET /api/task/history/track/${tasks[when]}`);
    if (isRead) {
      expect([state, data.flights.length]).toEqual([0, 1]);
      expect(JSON.stringify(data.task)).not.toMatch(/pilot|phone|程远/i);
    } else
      expect([state, message]).toEqual([-1, "大屏只显示今天的航迹；以前的航迹请在控制台的历史任务中查看"]);
  });

  test("reads where hangars are, without their owner and serial number", async () => {
    const { id, name } = await insertHangar(ctx.db, company);
    const { data } = await ask("GET /api/iapi/device/list?kind=hangar");
    expect(data).toEqual([{ id, name, lng: 113.9, lat: 22.5, hangar: { status: "idle" } }]);
  });

  test("gets no note of the duty desk with an alarm", async () => {
    const notes = { shelveReason: "飞手已联系", closeNote: "误报" };
    const id = await insertAlarm(ctx, { ...notes, state: "shelved" });
    const find = (alarms: readonly { id: string }[]) => alarms.find((row) => row.id === id);
    const { body } = await ctx.callAs("duty", alarmCalls.alarmOpen, {});
    expect(find((body.data as { alarms: { id: string }[] }).alarms)).toMatchObject(notes);
    const { data } = await ask("GET /api/x/alarm/open");
    expect(find(data.alarms)).toMatchObject({ shelveReason: "", closeNote: "" });
  });

  test.each([
    ["{ overview { flying duty { shift { staffName } } } }", null],
    ['{ company(id: "1") { head { name } } }', "当前角色没有此操作的权限，请联系管理员开通"],
    ['{ search(text: "云", limit: 5) { groups { kind } } }', "当前角色没有此操作的权限，请联系管理员开通"],
  ])("asks GraphQL for %s: %s", async (query, refusal) => {
    const { data, errors } = await ask("POST /graphql", { query });
    if (refusal === null) expect(data).toEqual({ overview: { flying: 0, duty: { shift: null } } });
    else expect(errors).toMatchObject([{ message: refusal }]);
    expect((await ask("POST /graphql", { query }, {})).status).toBe(401);
  });
});
