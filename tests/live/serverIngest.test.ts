import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { encryptSecret } from "../../server/auth/encryptSecret.ts";
import { cleanup } from "../../server/cleanup.ts";
import { accessKeys } from "../../server/db/schema/accessKey.ts";
import { rejectedSamples } from "../../server/db/schema/taskEvent.ts";
import { usedNonces } from "../../server/db/schema/usedNonces.ts";
import { createSample, postTelemetry, setupFlights } from "./flightFactory.ts";
import { samplePosition } from "./setupFleet.ts";

const { ctx, factory, company, key } = await setupFlights();
afterAll(() => ctx.close());

const now = () => ctx.clock.now().getTime();
const createBody = (droneSn: string, fields?: object) => ({ samples: [createSample(ctx, droneSn, fields)] });
const minimalSample = { droneSn: "SN1", seq: 1, tSrc: 0 };

describe("telemetry", () => {
  test("is accepted with a key of the drone's company", async () => {
    const task = await factory.task(company);
    expect(await postTelemetry(ctx, key, createBody(task.droneSn))).toMatchObject({
      status: 200,
      state: 0,
      data: { accepted: 1, rejected: [] },
    });
    const line = ctx.live.registry.getByTask(task.id)?.line;
    expect(line).toMatchObject({ name: `访问密钥 ${key.accessKey}`, companyId: company.id, heardAt: now() });
    await ctx.live.accessKeyUses.store(ctx.db);
    const [used] = await ctx.db.select().from(accessKeys).where(eq(accessKeys.accessKey, key.accessKey));
    expect(used?.lastUsedAt).toEqual(ctx.clock.now());
  });

  test.each([
    ["another secret", { secret: "guessed" }, "签名无效，请检查密钥和签名内容"],
    ["a signature over another method", { method: "GET" }, "签名无效，请检查密钥和签名内容"],
    ["a signature over another path", { path: "/iapi/telemetry?x" }, "签名无效，请检查密钥和签名内容"],
    ["a modified body", { sent: '{"samples":[]}' }, "签名无效，请检查密钥和签名内容"],
    ["a nonce of three letters", { nonce: "abc" }, "签名信息不完整，请检查请求头"],
    ["an invalid timestamp", { timestamp: "now" }, "请求时间与服务器相差超过 5 分钟，请校准时钟"],
  ])("is rejected with %s", async (_name, wrong, message) => {
    const task = await factory.task(company);
    expect(await postTelemetry(ctx, key, createBody(task.droneSn), wrong)).toMatchObject({
      status: 401,
      state: -1,
      message,
    });
    expect(ctx.live.registry.getByTask(task.id)).toBeUndefined();
  });

  test.each([
    [-300_001, 401],
    [-300_000, 200],
    [300_000, 200],
    [300_001, 401],
  ])("with a clock difference of %i ms returns %i", async (off, status) => {
    const task = await factory.task(company);
    const timestamp = String(now() + off);
    expect((await postTelemetry(ctx, key, createBody(task.droneSn), { timestamp })).status).toBe(status);
  });

  // This happens after SECRET_KEY was replaced; the server starts if it can decrypt at least one secret.
  test("is rejected if the key's secret was encrypted with another server key", async () => {
    const dead = await factory.key(company.id);
    const sealedSecret = encryptSecret(Buffer.alloc(32, 8), ctx.platform.randomBytes, dead.secret);
    await ctx.db.update(accessKeys).set({ sealedSecret }).where(eq(accessKeys.accessKey, dead.accessKey));
    expect(await postTelemetry(ctx, dead, createBody("SN1"))).toMatchObject({
      status: 401,
      message: "签名无效，请检查密钥和签名内容",
    });
    expect(ctx.errors).toEqual([]);
  });

  test("is rejected with an unknown key", async () => {
    const stranger = { accessKey: "AKNOBODY", secret: "x" };
    expect(await postTelemetry(ctx, stranger, createBody("SN1"))).toMatchObject({
      status: 401,
      message: "签名无效，请检查密钥和签名内容",
    });
  });

  test("is rejected as a replay; the same nonce of another key is accepted", async () => {
    const task = await factory.task(company);
    const other = await factory.createCompany();
    const nonce = "used-once-only";
    expect((await postTelemetry(ctx, key, createBody(task.droneSn), { nonce })).status).toBe(200);
    expect(await postTelemetry(ctx, key, createBody(task.droneSn), { nonce })).toMatchObject({
      status: 401,
      message: "请求已被使用过，请更换随机数",
    });
    expect(
      (await postTelemetry(ctx, await factory.key(other.id), createBody("SN-X"), { nonce })).status,
    ).toBe(200);
  });
});

test("a nonce is stored exactly as long as its request would be accepted", async () => {
  const task = await factory.task(company);
  const nonces = () => ctx.db.$count(usedNonces, eq(usedNonces.nonce, "kept-for-a-while"));
  await postTelemetry(ctx, key, createBody(task.droneSn), { nonce: "kept-for-a-while" });
  ctx.clock.advance(300_000);
  await cleanup(ctx.platform);
  expect(await nonces()).toBe(1);
  ctx.clock.advance(1);
  await cleanup(ctx.platform);
  expect(await nonces()).toBe(0);
});

describe("invalid samples", () => {
  test("are reported one by one and stored as received; valid ones are accepted", async () => {
    const task = await factory.task(company);
    const { droneSn } = task;
    const answer = await postTelemetry(ctx, key, {
      samples: [
        createSample(ctx, droneSn, { tSrc: now(), ...samplePosition(0) }),
        createSample(ctx, droneSn, { tSrc: now() + 1, lat: 0, lon: 0 }),
        createSample(ctx, droneSn, { tSrc: now() + 1_000, ...samplePosition(5) }),
        createSample(ctx, droneSn, { tSrc: now() + 500, ...samplePosition(5) }),
        createSample(ctx, droneSn, { tSrc: now() + 2_000, ...samplePosition(900) }),
        createSample(ctx, "SN-UNKNOWN"),
        createSample(ctx, droneSn, { tSrc: now() + 2_001, lat: 999_999_999_999, lon: 5 }),
      ],
    });
    expect(answer.data).toEqual({
      accepted: 2,
      rejected: [
        {
          at: 1,
          reason: "nullIsland",
          field: "lat",
          expected: "真实坐标；没有定位时 lat 与 lon 都填 null",
        },
        { at: 3, reason: "older", field: "tSrc", expected: "晚于上一条样本的时间" },
        {
          at: 4,
          reason: "jump",
          field: "lat",
          expected: "与上一位置相符：不超过 40 米/秒，或不超过所报速度的 2.2 倍",
        },
        {
          at: 5,
          reason: "unregistered",
          field: "droneSn",
          expected: "在设备接入中为本企业登记过的序列号",
        },
        {
          at: 6,
          reason: "outOfRange",
          field: "lat",
          expected: "-900000000 至 900000000（度 × 10⁷）",
        },
      ],
    });
    await ctx.live.writes.flush();
    const kept = await ctx.db.select().from(rejectedSamples).where(eq(rejectedSamples.taskId, task.id));
    expect(kept.map(({ reason }) => reason).sort()).toEqual(["jump", "nullIsland", "older", "outOfRange"]);
    expect(kept.find(({ reason }) => reason === "nullIsland")?.sample).toMatchObject({ lat: 0, lon: 0 });
    const flight = ctx.live.registry.getByTask(task.id);
    expect(flight && ctx.live.registry.getLiveState(flight)?.lat).toBe(samplePosition(5).lat);
    const countAfter = async (days: number) => {
      const clock = () => new Date(now() + days * 86_400_000);
      await cleanup({ ...ctx.platform, clock });
      return ctx.db.$count(rejectedSamples, eq(rejectedSamples.taskId, task.id));
    };
    expect([await countAfter(180), await countAfter(181)]).toEqual([4, 0]);
  });

  test.each([
    ["a missing list", {}, "samples"],
    ["an empty list", { samples: [] }, "samples"],
    ["a position as text", { samples: [{ ...minimalSample, lat: "39.9" }] }, "samples.0.lat"],
    ["an unknown phase", { samples: [{ ...minimalSample, phase: "diving" }] }, "samples.0.phase"],
    ["an unknown field", { samples: [{ ...minimalSample, altitude: 3 }] }, "samples.0.altitude"],
    ["a missing time", { samples: [{ droneSn: "SN1", seq: 1 }] }, "samples.0.tSrc"],
  ])("%s: 400 with the field's path", async (_name, body, path) => {
    const answer = await postTelemetry(ctx, key, body);
    expect(answer.status).toBe(400);
    const { issues } = answer.data as { issues: { path: string }[] };
    expect(issues.map((issue) => issue.path)).toContain(path);
  });

  test("are rejected if the body is not JSON or too large", async () => {
    expect((await postTelemetry(ctx, key, "x", { sent: "{" })).status).toBe(401);
    const long = { samples: [{ droneSn: "x".repeat(5_000_000), seq: 1, tSrc: now() }] };
    expect((await postTelemetry(ctx, key, long)).status).toBe(413);
    expect(ctx.errors).toEqual([]);
  });
});

describe("the flight of a sample", () => {
  test("a key has no task for another company's drone", async () => {
    const other = await factory.createCompany();
    const theirs = await factory.task(other);
    expect((await postTelemetry(ctx, key, createBody(theirs.droneSn))).data).toEqual({
      accepted: 0,
      rejected: [
        {
          at: 0,
          reason: "unregistered",
          field: "droneSn",
          expected: "在设备接入中为本企业登记过的序列号",
        },
      ],
    });
    await postTelemetry(ctx, await factory.key(other.id), createBody(theirs.droneSn));
    expect((await postTelemetry(ctx, key, createBody(theirs.droneSn))).data).toMatchObject({ accepted: 0 });
  });

  test("a frozen company starts no flight, but its running one is recorded", async () => {
    const frozen = await factory.createCompany();
    const own = await factory.key(frozen.id);
    const flying = await factory.task(frozen);
    await postTelemetry(ctx, own, createBody(flying.droneSn));
    await factory.freeze(frozen.id);
    const planned = await factory.task(frozen);
    expect((await postTelemetry(ctx, own, createBody(planned.droneSn))).data).toMatchObject({ accepted: 0 });
    ctx.clock.advance(1_000);
    expect(
      (await postTelemetry(ctx, own, createBody(flying.droneSn, { ...samplePosition(1) }))).data,
    ).toMatchObject({ accepted: 1 });
  });

  test("a frozen company's running task that is not open in memory is followed too", async () => {
    const frozen = await factory.createCompany();
    const own = await factory.key(frozen.id);
    // As after a restart that had no room for it.
    const left = await factory.task(frozen, { status: "running", startedAt: ctx.clock.now() });
    await factory.freeze(frozen.id);
    expect(ctx.live.registry.getByTask(left.id)).toBeUndefined();
    expect((await postTelemetry(ctx, own, createBody(left.droneSn))).data).toMatchObject({ accepted: 1 });
    expect(ctx.live.registry.getByTask(left.id)).toBeDefined();
  });
});
