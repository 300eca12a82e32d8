import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { taskCalls } from "../../adapters/contract/task.ts";
import { type PulledStream, videoCalls } from "../../adapters/contract/video.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { flights, flightVideos } from "../../server/db/schema/flight.ts";
import { type ConsoleRole, createTestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory } from "../live/flightFactory.ts";

let requests = 0;
const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
const company = await factory.createCompany();
afterAll(() => ctx.close());

const pull = async (taskId: string, mode: string, quality?: number, role: ConsoleRole = "duty") => {
  const query = quality === undefined ? {} : { quality: String(quality) };
  const answer = await ctx.callAs(role, videoCalls.mediaPull, { params: { taskId, mode }, query } as never);
  return { status: answer.status, ...answer.body, data: answer.body.data as PulledStream };
};

/** The query of an address, without its values. */
const withoutSignature = (url: string) =>
  url.replace(/viewer=\d+-\d+/, "viewer=…").replace(/expires=\d+&sign=[\w-]{43}$/, "expires=…&sign=…");

describe("the picture of a simulated flight", () => {
  test("is a demo by FLV and WebSocket, signed for five minutes", async () => {
    const { id } = await factory.task(company, { source: "simulator", status: "running" });
    const { data } = await pull(id, "flv", 3);
    expect({ ...data, url: withoutSignature(data.url), wsUrl: undefined }).toEqual({
      taskId: id,
      mode: "flv",
      protocol: "http-flv",
      url: `/media/live/${id}-3/stream.flv?viewer=…&expires=…&sign=…`,
      wsUrl: undefined,
      playable: true,
      // It has no flight yet.
      status: "connecting",
      source: "demo",
      lens: data.lens,
      latencyMs: 800,
      expiresAt: "2026-03-02T02:05:00.000Z",
      fallback: ["hls"],
      message: "",
    });
    expect(data.wsUrl).toBe(data.url);
    expect(["wide", "ir"]).toContain(data.lens);
    // The session's token is in no address.
    expect(data.url).not.toContain((await ctx.loginAs("duty"))["x-token"] ?? "?");
    expect((await pull(id, "flv", 3)).data).toEqual(data);
  });

  test("is live once it has a flight, and that of a replay is a demo too", async () => {
    for (const source of ["simulator", "replay"] as const) {
      const task = await factory.task(company, { source, status: "running" });
      const slot = ctx.live.registry.open(task);
      expect((await pull(task.id, "flv")).data).toMatchObject({ status: "live", source: "demo" });
      ctx.live.registry.complete(slot ?? 0, ctx.clock.now().getTime());
      expect((await pull(task.id, "flv")).data.status).toBe("connecting");
    }
  });

  test("is HLS too, but neither WebRTC nor RTMP", async () => {
    const { id } = await factory.task(company, { source: "simulator", status: "running" });
    const hls = (await pull(id, "hls")).data;
    expect(withoutSignature(hls.url)).toBe(`/media/live/${id}-0/index.m3u8?viewer=…&expires=…&sign=…`);
    expect(hls).toMatchObject({ protocol: "hls", playable: true, fallback: ["flv"], latencyMs: 6_000 });
    expect(hls).not.toHaveProperty("wsUrl");
    expect((await pull(id, "webrtc")).data).toMatchObject({
      protocol: "whep",
      url: "",
      playable: false,
      status: "offline",
      expiresAt: null,
      fallback: ["flv", "hls"],
      message: "这路画面不提供 WebRTC 方式，请换一种播放方式",
    });
    expect((await pull(id, "rtmp")).data).toMatchObject({ protocol: "rtmp", url: "", playable: false });
  });
});

describe("no picture, with a sentence", () => {
  test("of a device where no video server is configured", async () => {
    const { id } = await factory.task(company, { source: "device", status: "running" });
    expect((await pull(id, "flv")).data).toMatchObject({
      url: "",
      playable: false,
      status: "offline",
      source: "device",
      fallback: [],
      message: "平台没有配置视频服务，无法取得设备画面；请联系运维人员",
    });
  });

  test("before the take-off and after the end", async () => {
    const planned = await factory.task(company, { source: "simulator" });
    expect((await pull(planned.id, "flv")).data).toMatchObject({
      url: "",
      status: "offline",
      message: "任务尚未起飞，起飞后才有画面",
    });
    for (const status of ["finished", "partial", "failed", "aborted", "cancelled"] as const) {
      const ended = await factory.task(company, { source: "simulator", status });
      expect((await pull(ended.id, "hls")).data).toMatchObject({ url: "", status: "ended", fallback: [] });
    }
  });

  test("of an unknown task, mode or quality", async () => {
    expect(await pull("999999", "flv")).toMatchObject({ state: -1, message: "任务不存在或已删除" });
    const { id } = await factory.task(company, { source: "simulator", status: "running" });
    expect(await pull(id, "mpeg")).toMatchObject({ status: 400 });
    expect(await pull(id, "flv", 5)).toMatchObject({ status: 400 });
    expect((await pull(id, "flv", 4)).data.url).toContain(`/media/live/${id}-4/`);
  });
});

describe("recorded videos", () => {
  const flightStart = new Date("2026-03-01T02:00:00.000Z");

  async function createRecorded() {
    const task = await factory.task(company, { status: "finished", source: "simulator" });
    const [flightId, late, early] = [0, 1, 2].map(() => ctx.platform.newId());
    if (!flightId || !late || !early) throw new Error("There are no ids");
    const owner = { taskId: task.id, companyId: company.id, droneSn: task.droneSn };
    await ctx.db
      .insert(flights)
      .values({ id: flightId, ...owner, source: "simulator", startedAt: flightStart });
    const common = { taskId: task.id, flightId, createdAt: flightStart, updatedAt: flightStart };
    await ctx.db.insert(flightVideos).values([
      {
        ...common,
        id: late,
        name: "红外 1",
        lens: "ir",
        location: "demo:thermal",
        startedAt: new Date(flightStart.getTime() + 90_000),
        durationS: 61.5,
        bytes: "123456",
        offsetMs: -1_500,
      },
      {
        ...common,
        id: early,
        name: "广角 1",
        lens: "wide",
        location: "https://nas.example.com/a.mp4",
        startedAt: new Date(flightStart.getTime() - 4_000),
        durationS: 30,
        bytes: "777",
        cover: "https://nas.example.com/a.jpg",
      },
    ]);
    return { task, flightId, late, early };
  }
  const list = async (id: string) =>
    (await ctx.callAs("duty", videoCalls.taskVideos, { params: { id } })).body;
  const setOffset = async (body: object, role: ConsoleRole = "maintainer") =>
    ctx.callAs(role, videoCalls.videoOffset, {
      body: { requestId: `offset-call-${++requests}`, ...body },
    } as never);

  test("come oldest first, their time relative to the flight's start", async () => {
    const { task, flightId, late, early } = await createRecorded();
    const { data } = await list(task.id);
    const [first, second] = data as { url: string }[];
    const common = { version: 1, taskId: task.id, flightId, expiresAt: "2026-03-02T03:00:00.000Z" };
    expect(data).toEqual([
      {
        ...common,
        id: early,
        name: "广角 1",
        lens: "wide",
        url: "https://nas.example.com/a.mp4",
        cover: "https://nas.example.com/a.jpg",
        startedAt: "2026-03-01T01:59:56.000Z",
        offsetMs: -4_000,
        durationS: 30,
        bytes: 777,
      },
      {
        ...common,
        id: late,
        name: "红外 1",
        lens: "ir",
        url: second?.url,
        cover: "",
        startedAt: "2026-03-01T02:01:30.000Z",
        offsetMs: 88_500,
        durationS: 61.5,
        bytes: 123_456,
      },
    ]);
    expect(first).toBeDefined();
    expect(withoutSignature(second?.url ?? "")).toBe(
      "/media/recorded/thermal-62.mp4?viewer=…&expires=…&sign=…",
    );
    expect(await list("999999")).toMatchObject({ state: -1, message: "任务不存在或已删除" });
  });

  test("are none of a task without any", async () => {
    const { id } = await factory.task(company);
    expect((await list(id)).data).toEqual([]);
  });

  test("keep a corrected time, which is audited; a stale version is a conflict", async () => {
    const { task, late } = await createRecorded();
    const saved = await setOffset({ id: late, version: 1, offsetMs: 91_250 });
    expect(saved.body).toMatchObject({ state: 0, data: { id: late, version: 2 } });
    const [, second] = (await list(task.id)).data as { offsetMs: number; version: number }[];
    expect(second).toMatchObject({ offsetMs: 91_250, version: 2, startedAt: "2026-03-01T02:01:30.000Z" });
    const [stored] = await ctx.db.select().from(flightVideos).where(eq(flightVideos.id, late));
    expect(stored?.offsetMs).toBe(1_250);
    const [entry] = await ctx.db.select().from(auditLog).where(eq(auditLog.entityId, late));
    expect(entry).toMatchObject({
      entity: "video",
      before: { offsetMs: 88_500 },
      after: { name: "红外 1", offsetMs: 91_250 },
    });
    expect((await setOffset({ id: late, version: 1, offsetMs: 0 })).body).toMatchObject({
      message: "该记录已被他人修改，请核对后重新保存",
      data: { version: 2, offsetMs: 91_250 },
    });
    expect((await setOffset({ id: late, version: 3, offsetMs: 0 })).body).toMatchObject({
      message: "该记录已被他人修改，请核对后重新保存",
    });
    expect((await setOffset({ id: "999999", version: 1, offsetMs: 0 })).body).toMatchObject({
      message: "视频不存在或已删除",
    });
    expect((await setOffset({ id: late, version: 2, offsetMs: 0 }, "duty")).body.state).toBe(-3);
  });

  test("that were deleted are not listed, and keep their time", async () => {
    const { task, late, early } = await createRecorded();
    const deletedAt = ctx.clock.now();
    await ctx.db.update(flightVideos).set({ deletedAt }).where(eq(flightVideos.id, late));
    expect((await list(task.id)).data).toMatchObject([{ id: early }]);
    expect((await setOffset({ id: late, version: 1, offsetMs: 0 })).body).toMatchObject({
      state: -1,
      message: "视频不存在或已删除",
    });
  });

  test("go with the flights that are attached to another task", async () => {
    const { task, late } = await createRecorded();
    const unplanned = await factory.task(company, {
      droneSn: task.droneSn,
      plannedAt: null,
      status: "finished",
    });
    await ctx.db.update(flights).set({ taskId: unplanned.id }).where(eq(flights.taskId, task.id));
    const planned = await factory.task(company, { droneSn: task.droneSn });
    const attached = await ctx.callAs("duty", taskCalls.flightAttach, {
      body: { id: unplanned.id, toTaskId: planned.id, requestId: "attach-videos" },
    });
    expect(attached.body).toMatchObject({ state: 0 });
    const found = (await list(unplanned.id)).data as { id: string }[];
    expect(found.map(({ id }) => id)).toContain(late);
    expect(found).toHaveLength(2);
  });
});
