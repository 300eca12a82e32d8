import { desc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { flightFileCalls, type TrackFormat } from "../../../adapters/contract/flightFile.ts";
import { taskCalls } from "../../../adapters/contract/task.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { flights } from "../../../server/db/schema/flight.ts";
import { tasks } from "../../../server/db/schema/task.ts";
import { parseRecording } from "../../../server/telemetry/recording/formats/parseRecording.ts";
import { toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../../live/flightFactory.ts";
import { samplePosition } from "../../live/setupFleet.ts";
import { encodeChunk, storeTask } from "../../live/storeTask.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
afterAll(() => ctx.close());

/** 2026-03-01 10:00:00 in Shanghai. */
const t0 = Date.UTC(2026, 2, 1, 2);
const createChunk = (second: number, count: number) => ({
  t0: t0 + second * 1_000,
  count,
  bytes: encodeChunk(t0 + second * 1_000, count),
});

interface Ref {
  readonly taskId: string;
  readonly flightId: string;
}
/** Each flight of a stored task. */
const toRefs = ({ taskId, flightIds }: Awaited<ReturnType<typeof storeTask>>): Ref[] =>
  flightIds.map((flightId) => ({ taskId, flightId }));

async function exportFlights(flights: readonly Ref[], format: TrackFormat = "csv") {
  const response = await ctx.app.inject({
    method: "POST",
    url: toUrl(flightFileCalls.flightExport, {}),
    headers: { ...(await ctx.loginAs("duty")), "content-type": "application/json" },
    payload: JSON.stringify({ flights, format }),
  });
  const { headers, body, statusCode } = response;
  const name = /filename\*=UTF-8''(.*)/.exec(String(headers["content-disposition"]))?.[1] ?? "";
  return {
    status: statusCode,
    type: headers["content-type"],
    rows: Number(headers["x-export-rows"]),
    note: decodeURIComponent(String(headers["x-export-note"] ?? "")),
    fileName: decodeURIComponent(name),
    body,
    refusal: String(headers["content-type"]).includes("json") ? response.json().message : null,
  };
}

describe("an export of tracks", () => {
  test.each([
    ["gpx", "application/gpx+xml"],
    ["kml", "application/vnd.google-earth.kml+xml"],
    ["csv", "text/csv; charset=utf-8"],
  ] as const)("as %s holds every sample of all flights, and is opened again", async (format, type) => {
    const stored = await storeTask(ctx, company, [
      [createChunk(0, 600), createChunk(600, 50)],
      [createChunk(5_000, 7)],
    ]);
    const file = await exportFlights(toRefs(stored), format);
    expect(file).toMatchObject({ status: 200, type, rows: 657, note: "" });
    expect(file.fileName).toBe(`航迹_2次飞行_20260302_100000.${format}`);
    const back = parseRecording(file.fileName, Buffer.from(file.body));
    expect(back.samples).toHaveLength(657);
    expect(back.furtherFlights).toEqual([650]);
    expect(back.samples.at(-1)?.tSrc).toBe(t0 + 5_006_000);
    expect(file.body).toContain(`${stored.taskNo}-2`);
  });

  test("of one flight is named by its number, and audited with it", async () => {
    const stored = await storeTask(ctx, company, [[createChunk(0, 3)]]);
    const file = await exportFlights(toRefs(stored));
    expect(file.fileName).toBe(`航迹_${stored.taskNo}.csv`);
    const [row] = await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({
      entity: "task",
      after: { taskNo: stored.taskNo, format: "csv", rows: 3 },
    });
  });

  test("writes a flight that is named twice once", async () => {
    const [ref] = toRefs(await storeTask(ctx, company, [[createChunk(0, 3)]]));
    if (!ref) throw new Error("The task has a flight");
    expect((await exportFlights([ref, ref])).rows).toBe(3);
  });

  test("leaves out a damaged chunk, with a note in the file and beside it", async () => {
    const damaged = { ...createChunk(600, 600), bytes: Buffer.from("ATRK? no") };
    const stored = await storeTask(ctx, company, [[createChunk(0, 600), damaged, createChunk(1_200, 10)]]);
    for (const format of ["gpx", "kml", "csv"] as const) {
      const file = await exportFlights(toRefs(stored), format);
      const note = `飞行 ${stored.taskNo} 自 2026-03-01 10:10:00 起约 600 个点的数据已损坏，未导出`;
      expect(file).toMatchObject({ rows: 610, note });
      expect(file.body).toContain(note);
      expect(parseRecording(`a.${format}`, Buffer.from(file.body)).samples).toHaveLength(610);
    }
  });

  test("has times by the drone's clock, not by the arrival of its samples", async () => {
    const droneSn = "EXPORT-LOST";
    await factory.registerDrone(company, droneSn);
    const flyer = createFlyer(ctx, await factory.key(company.id), droneSn);
    // A clock two hours ahead, and no position in the last minute.
    const send = (fields: object) =>
      flyer.send({ tSrc: ctx.clock.now().getTime() + 7_201_000, phase: "mission", vH: 5, ...fields });
    for (let i = 0; i < 5; i++) await send(samplePosition(i * 5));
    const lastPlaceAt = ctx.clock.now().toISOString();
    for (let i = 0; i < 60; i++) await send({ lat: null, lon: null });
    const open = ctx.live.registry.getByDrone(droneSn);
    const ref = { taskId: open?.task.id ?? "", flightId: open?.flight?.id ?? "" };
    const readLastTime = async () =>
      (await exportFlights([ref])).body.trimEnd().split("\r\n").at(-1)?.split(",")[1];
    expect(await readLastTime()).toBe(lastPlaceAt);
    ctx.live.registry.complete(open?.slot ?? 0, ctx.clock.now().getTime());
    await ctx.live.writes.flush();
    expect(await readLastTime()).toBe(lastPlaceAt);
  });

  test("names a flight without a track; a file without any is refused", async () => {
    const stored = await storeTask(ctx, company, [[createChunk(0, 3)], []]);
    const [, empty] = toRefs(stored);
    expect(await exportFlights(toRefs(stored))).toMatchObject({
      rows: 3,
      note: `飞行 ${stored.taskNo}-2 没有航迹`,
    });
    expect((await exportFlights(empty ? [empty] : [])).refusal).toBe(
      `没有可以导出的航迹：飞行 ${stored.taskNo}-2 没有航迹`,
    );
  });

  test("is refused for a flight of another task, an unknown one and more than 16", async () => {
    const [one, other] = [
      await storeTask(ctx, company, [[createChunk(0, 3)]]),
      await storeTask(ctx, company, [[createChunk(0, 3)]]),
    ];
    const flightId = other.flightIds[0] ?? "";
    expect((await exportFlights([{ taskId: one.taskId, flightId }])).refusal).toBe("飞行不存在或已删除");
    expect((await exportFlights([{ taskId: "999", flightId }])).refusal).toBe("任务不存在或已删除");
    const many = Array.from({ length: 17 }, () => ({ taskId: one.taskId, flightId }));
    expect((await exportFlights(many)).status).toBe(400);
  });

  test("has the times of the playback where the last samples came late", async () => {
    const late = { ...createChunk(0, 3), lastAt: t0 + 2_000 + 9_000 };
    const stored = await storeTask(ctx, company, [[late]]);
    const getTimes = async () => {
      const { body } = await exportFlights(toRefs(stored));
      return parseRecording("a.csv", Buffer.from(body)).samples.map(({ tSrc }) => tSrc - t0);
    };
    const getPlaybackOffset = async () => {
      const args = { params: { id: stored.taskId }, query: {} };
      const { body } = await ctx.callAs("duty", taskCalls.taskTrack, args);
      const { flights: flown } = body.data as EndpointData<typeof taskCalls.taskTrack>;
      return flown[0]?.clockOffsetMs;
    };
    expect([await getPlaybackOffset(), ...(await getTimes())]).toEqual([9_000, 9_000, 10_000, 11_000]);
    // What is known of the drone's clock tells more than the time of one chunk.
    await ctx.db
      .update(flights)
      .set({ clockOffsetMs: 2_000 })
      .where(eq(flights.id, stored.flightIds[0] ?? ""));
    expect([await getPlaybackOffset(), ...(await getTimes())]).toEqual([2_000, 2_000, 3_000, 4_000]);
  });

  test("follows a task that was attached to another", async () => {
    const to = await storeTask(ctx, company, [[createChunk(0, 4)]]);
    const from = await storeTask(ctx, company, [], { attachedTo: to.taskId, deletedAt: ctx.clock.now() });
    const flightId = to.flightIds[0] ?? "";
    expect((await exportFlights([{ taskId: from.taskId, flightId }])).rows).toBe(4);
  });

  test("has what is still in memory of a flight under way", async () => {
    await factory.registerDrone(company, "EXPORT-LIVE");
    const flyer = createFlyer(ctx, await factory.key(company.id), "EXPORT-LIVE");
    await flyer.fly("mission", 5);
    const [task] = await ctx.db.select().from(tasks).where(eq(tasks.droneSn, "EXPORT-LIVE"));
    const open = ctx.live.registry.getByTask(task?.id ?? "");
    const file = await exportFlights([{ taskId: task?.id ?? "", flightId: open?.flight?.id ?? "" }]);
    expect(file.rows).toBe(5);
    expect(file.body.trimEnd().split("\r\n")).toHaveLength(6);
  });
});
