/** @module-tag full */

import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { flightFileCalls, type ImportedRecording } from "../../../adapters/contract/flightFile.ts";
import { taskCalls } from "../../../adapters/contract/task.ts";
import { decodeTrackChunk, trackUnknown } from "../../../adapters/contract/track.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { flights, flightTracks } from "../../../server/db/schema/flight.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import type { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../../live/flightFactory.ts";
import { generateAirdata } from "../../live/recordedFlights.ts";
import { followImports } from "./followImports.ts";

let ctx: TestPlatform;
let factory: Awaited<ReturnType<typeof createFlightFactory>>;
let company: Awaited<ReturnType<typeof factory.createCompany>>;
let imports: ReturnType<typeof followImports>;
let count = 0;
beforeAll(async () => {
  ctx = await createTestPlatform();
  imports = followImports(ctx);
  factory = await createFlightFactory(ctx);
});
beforeEach(async () => {
  company = await factory.createCompany();
});
afterAll(() => ctx.close());

/** 2026-03-01 10:00:00 in Shanghai. */
const t0 = Date.UTC(2026, 2, 1, 2);

/** A GPX track: each point is its second and its distance north in hundred-thousandths of a degree. */
const createGpx = (points: readonly (readonly [second: number, north: number])[], comment = "") =>
  `<gpx><trk><name>${comment}</name><trkseg>${points
    .map(
      ([second, north]) =>
        `<trkpt lat="${(39.92 + north / 100_000).toFixed(5)}" lon="105.46"><ele>50</ele><time>${new Date(t0 + second * 1_000).toISOString()}</time></trkpt>`,
    )
    .join("")}</trkseg></trk></gpx>`;
const straightOn = (seconds: number) => Array.from({ length: seconds }, (_, i) => [i, i] as const);
const uniqueGpx = () => createGpx(straightOn(60), `文件${++count}`);

type Query = Parameters<typeof injectCall<typeof flightFileCalls.flightImport>>[2]["query"];

/** Uploads a file, and waits for the end of its import. */
async function importFile(text: string | Uint8Array<ArrayBuffer>, query: Partial<Query> = {}) {
  const file = new Blob([text]);
  const full = {
    companyId: company.id,
    droneSn: "IMPORTED-1",
    kind: "survey" as const,
    fileName: "测绘 东区.gpx",
    requestId: `import-request-${++count}`,
    ...query,
  };
  const { body } = await ctx.callAs("maintainer", flightFileCalls.flightImport, { query: full, file });
  const { state, message } = body;
  // Casts: the contract tests parse it with its schema; whoever uses the data expects that there are some.
  if (state !== 0) return { state, message, data: null as unknown as ImportedRecording };
  const { result, failReason } = await imports.waitForEnd((body.data as { id: string }).id);
  return { state: result ? 0 : -1, message: failReason, data: result as ImportedRecording };
}

const countRows = async () =>
  Promise.all([
    ctx.db.$count(tasks),
    ctx.db.$count(flights),
    ctx.db.$count(flightTracks),
    ctx.db.$count(auditLog, eq(auditLog.entity, "task")),
  ]);

describe("a flight that the history has", () => {
  const asCsv = (points: readonly (readonly [second: number, north: number])[]) =>
    [
      "time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(meters),speed(m/s),flycState",
      ...points.map(([second, north]) => {
        const at = new Date(t0 + second * 1_000).toISOString().slice(0, 19).replace("T", " ");
        return `${second * 1_000},${at},${(39.92 + north / 100_000).toFixed(6)},105.46,50,1,P-GPS`;
      }),
    ].join("\n");

  test("is refused in another format, names the flight, and is imported where that is wanted", async () => {
    const first = await importFile(createGpx(straightOn(60)));
    const [known] = await ctx.db.select().from(flights).where(eq(flights.taskId, first.data.taskId));
    // It begins half a minute later: a part of the same flight.
    const csv = asCsv(straightOn(90).slice(30));
    const refused = await importFile(csv, { fileName: "同一次.csv" });
    expect(refused).toMatchObject({
      state: -1,
      message: `历史中已有这次飞行：${known?.flightNo}（2026-03-01 10:00:00 开始，同一架无人机，时间和位置相同）。确需再导入一次，请勾选“仍然导入”后重新提交`,
    });
    const wanted = await importFile(csv, { fileName: "同一次.csv", repeat: "allowed" });
    expect(wanted).toMatchObject({ state: 0, data: { samples: 60 } });
  });

  test("is refused though the drone's clock, by which the file tells times, was an hour late", async () => {
    const droneSn = "IMPORTED-LATE";
    const [first] = (await importFile(createGpx(straightOn(60)), { droneSn })).data.flights;
    await ctx.db
      .update(flights)
      .set({
        startedAt: new Date("2026-03-01T03:00:00Z"),
        endedAt: new Date("2026-03-01T03:01:00Z"),
        clockOffsetMs: 3_600_000,
      })
      .where(eq(flights.id, first?.id ?? ""));
    const again = await importFile(asCsv(straightOn(60)), { fileName: "慢钟.csv", droneSn });
    expect(again).toMatchObject({ state: -1, message: expect.stringContaining("历史中已有这次飞行") });
  });

  test("is another one at another time, in another place, or of another drone", async () => {
    expect((await importFile(createGpx(straightOn(60)))).state).toBe(0);
    const later = straightOn(60).map(([second, north]) => [second + 60, north] as const);
    const elsewhere = straightOn(60).map(([second, north]) => [second, north + 200] as const);
    expect((await importFile(createGpx(later))).state).toBe(0);
    expect((await importFile(createGpx(elsewhere))).state).toBe(0);
    expect((await importFile(createGpx(straightOn(60), "其他"), { droneSn: "IMPORTED-2" })).state).toBe(0);
  });
});

describe("an imported recording", () => {
  test("is a finished task with a flight and its track", async () => {
    // A jump of 11 km, and a point that is older than the one before.
    const gpx = createGpx([...straightOn(20), [20, 10_020], [21, 21], [5, 22], [22, 22]]);
    const { state, data } = await importFile(gpx);
    expect(state).toBe(0);
    expect(data).toMatchObject({
      samples: 22,
      leftOut: [
        { reason: "older", count: 1 },
        { reason: "jump", count: 1 },
      ],
      flights: [{ startedAt: "2026-03-01T02:00:00.000Z", durationS: 22, samples: 22 }],
    });
    const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, data.taskId));
    expect(task).toMatchObject({
      taskNo: data.taskNo,
      name: "测绘 东区",
      kind: "survey",
      status: "finished",
      source: "import",
      companyId: company.id,
      companyName: company.name,
      pilotId: null,
      pilotName: "",
      droneSn: "IMPORTED-1",
      droneModel: "",
      plannedAt: null,
      startedAt: new Date(t0),
      endedAt: new Date(t0 + 22_000),
      durationS: 22,
      // Above the first point, which the track never leaves upwards.
      maxHeightM: 0,
      photoCount: 0,
    });
    const [flight] = await ctx.db.select().from(flights).where(eq(flights.taskId, data.taskId));
    expect(flight).toMatchObject({
      source: "import",
      takeoffLat: 39.92,
      takeoffLng: 105.46,
      landingLat: 39.92022,
      // 阿拉善左旗.
      takeoffRegionId: "152921",
      durationS: 22,
    });
    expect(flight?.importHash).toMatch(/^[0-9a-f]{64}$/);
    // 22 hundred-thousandths of a degree of a meridian are 24.4 m.
    expect(flight?.distanceM).toBe(24);
    const [chunk] = await ctx.db
      .select()
      .from(flightTracks)
      .where(eq(flightTracks.flightId, flight?.id ?? ""));
    expect([chunk?.samples, chunk?.t0, chunk?.lastAt]).toEqual([22, new Date(t0), new Date(t0 + 22_000)]);
    const { columns } = decodeTrackChunk(new Uint8Array(chunk?.bytes ?? []).buffer);
    // A height above sea level tells none above the ellipsoid.
    expect([columns.hEll[0], columns.hRel[0]]).toEqual([trackUnknown.hEll, 0]);
  });

  test("is played back by the call of tracks, from the start to the end of its task", async () => {
    const { data } = await importFile(`${generateAirdata()}\n`, { fileName: "DJI.CSV", name: "补录" });
    const answer = await ctx.callAs("duty", taskCalls.taskTrack, {
      params: { id: data.taskId },
      query: { flightId: data.flights[0]?.id },
    });
    expect(answer.body.data).toMatchObject({
      task: { name: "补录", maxHeightM: 30.48 },
      flights: [{ id: data.flights[0]?.id, clockOffsetMs: 0 }],
    });
    const { events } = answer.body.data as { events: { kind: string; to: string }[] };
    expect(events.map(({ kind }) => kind).filter((kind) => kind === "started" || kind === "ended")).toEqual([
      "started",
      "ended",
    ]);
  });

  test("with several tracks has a flight for each", async () => {
    const two = createGpx(straightOn(30)).replace(
      "</gpx>",
      `${createGpx(straightOn(10)).replace("<gpx>", "").replaceAll("T02:0", "T03:0")}`,
    );
    const { data } = await importFile(two);
    expect(data.flights.map(({ samples, startedAt }) => [samples, startedAt])).toEqual([
      [30, "2026-03-01T02:00:00.000Z"],
      [10, "2026-03-01T03:00:00.000Z"],
    ]);
  });

  test("of a registered drone has its model; one of another company is refused", async () => {
    await factory.registerDrone(company, "REGISTERED-1");
    const { data } = await importFile(uniqueGpx(), { droneSn: "REGISTERED-1" });
    const [task] = await ctx.db.select().from(tasks).where(eq(tasks.id, data.taskId));
    expect(task?.droneModel).toBe("DJI Matrice 3TD");
    const other = await factory.createCompany();
    const refused = await importFile(uniqueGpx(), { droneSn: "REGISTERED-1", companyId: other.id });
    expect(refused.message).toBe(`序列号 REGISTERED-1 登记在 ${company.name} 名下，请核对企业或序列号`);
  });

  test("leaves the open flight of its drone as it is", async () => {
    const sn = "FLYING-1";
    await factory.registerDrone(company, sn);
    const flyer = createFlyer(ctx, await factory.key(company.id), sn);
    await flyer.fly("mission", 5);
    const readDrone = async () => (await ctx.db.select().from(drones).where(eq(drones.sn, sn)))[0];
    const open = ctx.live.registry.getByDrone(sn);
    if (!open) throw new Error("The drone flies");
    const [before, state] = [await readDrone(), ctx.live.registry.getLiveState(open)];
    expect((await importFile(uniqueGpx(), { droneSn: sn })).state).toBe(0);
    expect(ctx.live.registry.getByDrone(sn)).toBe(open);
    expect(ctx.live.registry.getLiveState(open)).toEqual(state);
    expect(await readDrone()).toEqual(before);
    expect((await flyer.send({ phase: "mission", lat: null, lon: null })).data).toMatchObject({
      accepted: 1,
    });
  });
});

describe("a file", () => {
  test("is imported once per company; the refusal names the first number", async () => {
    const gpx = uniqueGpx();
    const first = await importFile(gpx);
    const before = await countRows();
    const second = await importFile(gpx, { name: "又一次", fileName: "改名.gpx" });
    expect(second).toMatchObject({ state: -1, message: `该文件已经导入过，任务编号 ${first.data.taskNo}` });
    expect(await countRows()).toEqual(before);
    company = await factory.createCompany();
    expect((await importFile(gpx)).state).toBe(0);
  });

  test("that is sent twice at once is imported once", async () => {
    const gpx = uniqueGpx();
    const answers = await Promise.all([importFile(gpx), importFile(gpx)]);
    expect(answers.map(({ state }) => state).toSorted()).toEqual([-1, 0]);
    const taskNo = answers.find(({ state }) => state === 0)?.data.taskNo;
    for (const { state, message } of answers)
      if (state !== 0)
        expect([
          `该文件已经导入过，任务编号 ${taskNo}`,
          "该文件正在导入，请稍后在“最近的导入”中查看结果",
        ]).toContain(message);
    const stored = and(eq(flights.companyId, company.id), eq(flights.source, "import"));
    expect(await ctx.db.$count(flights, stored)).toBe(1);
  });

  test("with a request id of another file is refused", async () => {
    const requestId = `import-request-${++count}`;
    await importFile(uniqueGpx(), { requestId });
    expect((await importFile(uniqueGpx(), { requestId })).message).toBe(
      "该请求编号已用于另一次操作，请刷新后重试",
    );
  });

  const mb = 1024 * 1024;
  test.each([
    ["empty", "", "a.gpx", "文件是空的，请选择其他文件"],
    [
      "a text",
      "hello",
      "a.gpx",
      "无法识别该文件，请选择 GPX、KML、KMZ、Airdata CSV 或 MAVLink tlog 飞行记录",
    ],
    [
      "another kind",
      "hello",
      "a.docx",
      "无法识别该文件，请选择 GPX、KML、KMZ、Airdata CSV 或 MAVLink tlog 飞行记录",
    ],
    [
      "cut off",
      createGpx(straightOn(60)).slice(0, 900),
      "a.gpx",
      "文件已损坏或不完整（第 1 行），请重新导出后再导入",
    ],
    [
      "garbage",
      Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 256),
      "a.tlog",
      "无法识别该文件，请选择 GPX、KML、KMZ、Airdata CSV 或 MAVLink tlog 飞行记录",
    ],
    [
      "garbage as a table",
      Uint8Array.from({ length: 5_000 }, (_, i) => (i * 7_919) % 256),
      "a.csv",
      /^(无法识别该文件|文件已损坏)/,
    ],
    [
      "no points",
      createGpx([]),
      "a.gpx",
      "文件中没有可用的航迹点（空的航迹或航段 1 个（第 1 行）），请选择其他文件",
    ],
    [
      "nothing but bad points",
      createGpx(straightOn(3)).replaceAll("2026-03", "2027-03"),
      "a.gpx",
      "文件中没有可用的航迹点（时间在将来 3 个（第 1 行）），请选择其他文件",
    ],
    ["60 MB", new Uint8Array(60 * mb), "a.gpx", "文件不能超过 50 MB，请拆分后再导入"],
  ] as const)(
    "that is %s is refused with a sentence, and nothing is stored",
    async (_name, text, fileName, said) => {
      const before = await countRows();
      const { state, message } = await importFile(text, { fileName });
      expect(state).toBe(-1);
      if (typeof said === "string") expect(message).toBe(said);
      else expect(message).toMatch(said);
      expect(await countRows()).toEqual(before);
      expect(ctx.errors).toEqual([]);
    },
  );

  test("for an unknown company is refused", async () => {
    expect((await importFile(uniqueGpx(), { companyId: "999" })).message).toBe("企业不存在或已删除");
  });
});
