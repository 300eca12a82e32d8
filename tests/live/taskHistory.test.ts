import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { EndpointData } from "../../adapters/contract/endpoint.ts";
import type { TaskStatus } from "../../adapters/contract/task.ts";
import { type FlightRow, taskHistoryCalls } from "../../adapters/contract/taskHistory.ts";
import { flights } from "../../server/db/schema/flight.ts";
import { regions } from "../../server/db/schema/region.ts";
import { copyTasksToFlights } from "../../server/telemetry/flights/copyTasksToFlights.ts";
import { withTakeoffRegion } from "../../server/telemetry/flights/takeoffRegion.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "./flightFactory.ts";

interface FlightFields {
  readonly started: string;
  readonly ended?: string | null;
  readonly reason?: string;
  readonly seconds?: number | null;
  readonly metres?: number | null;
  readonly isIncomplete?: boolean;
  readonly height?: number | null;
  readonly videos?: number;
  readonly alarms?: number;
  readonly place?: readonly [lng: number, lat: number];
}

/** Chengdu 武侯区, Shenzhen 南山区, and the open sea. */
const places = { wuhou: [104.043, 30.642], nanshan: [113.93, 22.533], sea: [125, 20] } as const;

// Five flights of four tasks that have ended, and one that is under way.
const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const companies = [await factory.createCompany(), await factory.createCompany()];
const [first, second] = companies;
if (!first || !second) throw new Error("There are two companies");
const ids: Record<string, string> = {};
const addTask = (
  company: { id: string; name: string },
  fields: {
    name: string;
    droneSn: string;
    kind: "patrol" | "survey" | "rescue";
    status: TaskStatus;
    pilotId?: string;
  },
) => factory.task(company, { endReason: "航线完成", ...fields });
const addFlight = async (name: string, task: Awaited<ReturnType<typeof addTask>>, fields: FlightFields) => {
  const { started, ended = started, place: [takeoffLng, takeoffLat] = [null, null] } = fields;
  const id = ctx.platform.newId();
  ids[name] = id;
  await ctx.db.insert(flights).values(
    withTakeoffRegion({
      id,
      taskId: task.id,
      companyId: task.companyId,
      droneSn: task.droneSn,
      source: "device" as const,
      startedAt: new Date(started),
      endedAt:
        ended === null
          ? null
          : new Date(new Date(ended).getTime() + Math.max(600, fields.seconds ?? 0) * 1_000),
      endReason: fields.reason ?? "",
      durationS: fields.seconds ?? null,
      distanceM: fields.metres ?? null,
      isDistanceIncomplete: fields.isIncomplete ?? false,
      maxHeightM: fields.height ?? null,
      videoCount: fields.videos ?? 0,
      alarmCount: fields.alarms ?? 0,
      takeoffLng,
      takeoffLat,
    }),
  );
  await copyTasksToFlights(ctx.db, [task.id]);
};
const river = await addTask(first, {
  name: "河道巡查",
  droneSn: "HIST-A",
  kind: "patrol",
  status: "finished",
  pilotId: "77",
});
await addFlight("river1", river, {
  started: "2026-03-01T02:00:00Z",
  reason: "电量不足，自动返航",
  seconds: 600,
  metres: 4_000,
  isIncomplete: true,
  height: 80,
  place: places.wuhou,
});
await addFlight("river2", river, {
  started: "2026-03-01T03:00:00Z",
  seconds: 1_200,
  metres: 6_500.5,
  height: 120,
  videos: 2,
  alarms: 3,
  place: places.wuhou,
});
const map = await addTask(first, {
  name: "土方测量",
  droneSn: "HIST-B",
  kind: "survey",
  status: "partial",
});
await addFlight("map", map, {
  started: "2026-03-02T02:00:00Z",
  reason: "人工中止_100%",
  seconds: 1_800,
  metres: 9_000,
  height: 100,
  place: places.nanshan,
});
const sea = await addTask(second, {
  name: "海上救援",
  droneSn: "HIST-C",
  kind: "rescue",
  status: "failed",
});
await addFlight("sea", sea, {
  started: "2026-03-03T02:00:00Z",
  reason: "强制降落",
  seconds: 60,
  metres: 100,
  place: places.sea,
});
const unknown = await addTask(second, {
  name: "未登记任务",
  droneSn: "HIST-D",
  kind: "patrol",
  status: "running",
});
await addFlight("unknown", unknown, { started: "2026-03-04T02:00:00Z", reason: "失联" });
await addFlight("underWay", unknown, { started: "2026-03-05T02:00:00Z", ended: null });
afterAll(() => ctx.close());

const list = async (filters: object = {}, role: "duty" | "maintainer" | "operator" = "duty") => {
  const body = { pageNo: 1, pageSize: 20, ...filters };
  return (await ctx.callAs(role, taskHistoryCalls.taskHistoryList, { body })).body;
};
const listPage = async (filters: object = {}) => {
  const { state, message, data } = await list(filters);
  if (state !== 0) throw new Error(message);
  return data as EndpointData<typeof taskHistoryCalls.taskHistoryList>;
};
const listNames = async (filters: object = {}) => {
  const nameById = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return (await listPage(filters)).list.map(({ id }) => nameById.get(id));
};
const getCompanyId = (index: number) => companies[index]?.id ?? "";

describe("R-081 POST /task/history/list", () => {
  test("has one row a flight that has ended, newest first; the one under way is not in it", async () => {
    expect(await listNames()).toEqual(["unknown", "sea", "map", "river2", "river1"]);
  });

  test("has what was flown in each flight, and its task", async () => {
    const rows: readonly FlightRow[] = (await listPage({ keyword: "河道" })).list;
    const [wuhou] = await ctx.db.select().from(regions).where(eq(regions.id, "510107"));
    expect(wuhou?.fullName).toBe("四川省成都市武侯区");
    const taskNo = rows[0]?.taskNo ?? "";
    expect(taskNo).toMatch(/^RW20260101\d{6}$/);
    expect(rows[0]).toEqual({
      id: ids["river2"],
      taskId: rows[1]?.taskId,
      flightNo: `${taskNo}-2`,
      taskNo,
      name: "河道巡查",
      kind: "patrol",
      status: "finished",
      companyId: getCompanyId(0),
      companyName: companies[0]?.name,
      droneSn: "HIST-A",
      droneModel: "DJI Matrice 3TD",
      pilotId: "77",
      pilotName: "李四",
      // Its own is empty: the task ended with this flight.
      endReason: "航线完成",
      startedAt: "2026-03-01T03:00:00.000Z",
      endedAt: "2026-03-01T03:20:00.000Z",
      durationS: 1_200,
      distanceM: 6_500.5,
      isDistanceIncomplete: false,
      maxHeightM: 120,
      photoCount: 0,
      videoCount: 2,
      alarmCount: 3,
      takeoffRegionId: "510107",
      takeoffRegionName: "四川省成都市武侯区",
    });
    expect(rows[1]).toMatchObject({ flightNo: `${taskNo}-1`, endReason: "电量不足，自动返航" });
  });

  test("numbers the flight of a task with one flight like the task", async () => {
    const [row] = (await listPage({ keyword: "土方" })).list;
    expect(row?.flightNo).toBe(row?.taskNo);
  });

  test.for<[name: string, filters: () => object, expected: string[]]>([
    ["a company", () => ({ companyId: getCompanyId(1) }), ["unknown", "sea"]],
    ["a kind", () => ({ kind: "survey" }), ["map"]],
    ["a status of the task", () => ({ status: "finished" }), ["river2", "river1"]],
    ["a status that nothing has", () => ({ status: "cancelled" }), []],
    ["a part of the end reason", () => ({ endReason: "返航" }), ["river1"]],
    ["an end reason with signs of a pattern", () => ({ endReason: "_100%" }), ["map"]],
    ["a pattern as it stands", () => ({ endReason: "%降%" }), []],
    ["a drone", () => ({ droneSn: "HIST-C" }), ["sea"]],
    ["not a part of a serial number", () => ({ droneSn: "HIST" }), []],
    ["a pilot", () => ({ pilotId: "77" }), ["river2", "river1"]],
    ["with video", () => ({ hasVideo: true }), ["river2"]],
    ["without video", () => ({ hasVideo: false }), ["unknown", "sea", "map", "river1"]],
    ["with alarms", () => ({ hasAlarm: true }), ["river2"]],
    ["without alarms", () => ({ hasAlarm: false }), ["unknown", "sea", "map", "river1"]],
    ["a county", () => ({ regionId: "510107" }), ["river2", "river1"]],
    ["a city", () => ({ regionId: "440300" }), ["map"]],
    ["a province", () => ({ regionId: "510000" }), ["river2", "river1"]],
    ["another county of the city", () => ({ regionId: "510104" }), []],
    [
      "all of China, with unknown places",
      () => ({ regionId: "100000" }),
      ["unknown", "sea", "map", "river2", "river1"],
    ],
    ["a least duration, inclusive", () => ({ minMinutes: 20 }), ["map", "river2"]],
    ["a greatest duration, inclusive", () => ({ maxMinutes: 10 }), ["sea", "river1"]],
    ["a least duration between two seconds", () => ({ minMinutes: 10.005 }), ["map", "river2"]],
    ["a greatest duration between two seconds", () => ({ maxMinutes: 9.995 }), ["sea"]],
    ["a range of durations", () => ({ minMinutes: 10, maxMinutes: 20 }), ["river2", "river1"]],
    ["from a time, inclusive", () => ({ from: "2026-03-03T02:00:00Z" }), ["unknown", "sea"]],
    ["up to a time, inclusive", () => ({ to: "2026-03-01T03:00:00Z" }), ["river2", "river1"]],
    ["a keyword in the name", () => ({ keyword: "救援" }), ["sea"]],
    ["a keyword in the company", () => ({ keyword: companies[1]?.name }), ["unknown", "sea"]],
    ["a keyword in the drone, in any case", () => ({ keyword: "hist-b" }), ["map"]],
    ["a keyword in the pilot", () => ({ keyword: "李四" }), ["unknown", "sea", "map", "river2", "river1"]],
    ["several together", () => ({ companyId: getCompanyId(0), kind: "patrol", hasVideo: false }), ["river1"]],
  ])("filters by %s", async ([, filters, expected]) => {
    expect(await listNames(filters())).toEqual(expected);
  });

  test("finds a flight by its own number, and both by the task's", async () => {
    const [row] = (await listPage({ keyword: "河道" })).list;
    expect(await listNames({ keyword: row?.flightNo })).toEqual(["river2"]);
    expect(await listNames({ keyword: row?.taskNo.toLowerCase() })).toEqual(["river2", "river1"]);
    expect(await listNames({ taskId: row?.taskId })).toEqual(["river2", "river1"]);
  });

  test.for<[field: string, order: string, expected: string[]]>([
    ["startedAt", "asc", ["river1", "river2", "map", "sea", "unknown"]],
    ["durationS", "desc", ["map", "river2", "river1", "sea", "unknown"]],
    ["distanceM", "asc", ["sea", "river1", "river2", "map", "unknown"]],
  ])("sorts by %s %s, unknown figures last", async ([field, order, expected]) => {
    expect(await listNames({ sort: { field, order } })).toEqual(expected);
  });

  test("sorts by height, with both unknown ones last", async () => {
    const names = await listNames({ sort: { field: "maxHeightM", order: "desc" } });
    expect(names.slice(0, 3)).toEqual(["river2", "map", "river1"]);
  });

  test("sums all flights that match, whatever the page", async () => {
    const page = await listPage({ pageSize: 2, pageNo: 3 });
    expect(page.list.map(({ id }) => id)).toEqual([ids["river1"]]);
    expect([page.total, page.sums]).toEqual([
      5,
      { flights: 5, durationS: 3_660, distanceM: 19_600.5, incompleteFlights: 1 },
    ]);
    expect((await listPage({ kind: "survey" })).sums).toEqual({
      flights: 1,
      durationS: 1_800,
      distanceM: 9_000,
      incompleteFlights: 0,
    });
    expect((await listPage({ status: "cancelled" })).sums).toEqual({
      flights: 0,
      durationS: 0,
      distanceM: 0,
      incompleteFlights: 0,
    });
  });
});

describe("one flight", () => {
  const readFlight = async (id: string) =>
    (await ctx.callAs("maintainer", taskHistoryCalls.flightOne, { params: { id } })).body;

  test("is read by its id", async () => {
    expect(await readFlight(ids["sea"] ?? "")).toMatchObject({
      state: 0,
      data: { name: "海上救援", status: "failed", takeoffRegionId: null, takeoffRegionName: "" },
    });
  });

  test("is refused while it is under way, and where there is none", async () => {
    const refusal = { state: -1, message: "飞行不存在或已删除" };
    expect(await readFlight(ids["underWay"] ?? "")).toMatchObject(refusal);
    expect(await readFlight("4711")).toMatchObject(refusal);
  });
});
