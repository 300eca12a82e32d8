import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type AccessKeyRow, accessKeyCalls } from "../../../adapters/contract/accessKey.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import type { SigningKey } from "../../live/createReportedTask.ts";
import { createFlightFactory, createSample, postTelemetry } from "../../live/flightFactory.ts";

const ctx = await createTestPlatform();
const factory = await createFlightFactory(ctx);
afterAll(() => ctx.close());

const minuteMs = 60_000;
const create = async (body: { companyId: string; expiresAt?: string }) =>
  (await ctx.callAs("admin", accessKeyCalls.accessKeyCreate, { body })).body;
const createKey = async (companyId: string, expiresAt?: Date) =>
  (await create({ companyId, ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}) }))
    .data as SigningKey;
const list = async (companyId: string) => {
  const args = { params: { companyId } };
  const { body } = await ctx.callAs("admin", accessKeyCalls.accessKeyList, args);
  return body.data as AccessKeyRow[];
};
let requests = 0;
async function revoke(companyId: string, { accessKey }: SigningKey, reason = "设备遗失") {
  const id = (await list(companyId)).find((key) => key.accessKey === accessKey)?.id ?? "";
  const body = { id, reason, requestId: `revoke-key-${++requests}` };
  return (await ctx.callAs("admin", accessKeyCalls.accessKeyRevoke, { body })).body;
}
/** Sends a sample of a drone of the company. */
async function send(company: { id: string; name: string }, key: SigningKey, wrong = {}) {
  await factory.registerDrone(company, `SN-${company.id}`);
  const samples = [createSample(ctx, `SN-${company.id}`, { phase: "standby" })];
  ctx.clock.advance(1_000);
  return postTelemetry(ctx, key, { samples }, wrong);
}

describe("a revoked key", () => {
  test("is refused from its next request on, while the new one already works", async () => {
    const company = await factory.createCompany();
    const [old, next] = [await createKey(company.id), await createKey(company.id)];
    expect(await send(company, old)).toMatchObject({ status: 200, data: { accepted: 1 } });
    expect(await send(company, next)).toMatchObject({ status: 200, data: { accepted: 1 } });
    expect((await revoke(company.id, old)).state).toBe(0);
    const revokedAt = ctx.clock.now().toISOString();
    expect(await send(company, old)).toMatchObject({
      status: 401,
      state: -1,
      message: "访问密钥已吊销，请换用新的密钥",
    });
    expect((await send(company, next)).status).toBe(200);
    expect(ctx.live.ingestStatus.listSignatureFailures()[0]).toMatchObject({
      accessKey: old.accessKey,
      reason: "keyRevoked",
    });
    expect(await list(company.id)).toMatchObject([
      { accessKey: next.accessKey, status: "valid", revokedAt: null },
      { accessKey: old.accessKey, status: "revoked", revokedAt },
    ]);
  });

  test("is in the audit trail with the reason, and cannot be revoked again", async () => {
    const { id: companyId } = await factory.createCompany();
    const key = await createKey(companyId);
    expect((await revoke(companyId, key, "换用新设备")).state).toBe(0);
    const [{ id } = { id: "" }] = await list(companyId);
    const rows = await ctx.db.select().from(auditLog).where(eq(auditLog.entityId, id));
    expect(rows.map(({ summary, subject, after }) => ({ summary, subject, after }))).toContainEqual({
      summary: "吊销访问密钥",
      subject: key.accessKey,
      after: { companyId, accessKey: key.accessKey, reason: "换用新设备" },
    });
    expect(await revoke(companyId, key)).toMatchObject({
      state: -1,
      message: `访问密钥 ${key.accessKey} 已吊销，已经不能使用，请刷新列表`,
    });
  });

  test("says so only to who knows its secret", async () => {
    const company = await factory.createCompany();
    const key = await createKey(company.id);
    await revoke(company.id, key);
    expect((await send(company, key, { secret: "guessed" })).message).toBe("签名无效，请检查密钥和签名内容");
  });
});

describe("a key with an end", () => {
  test("is valid up to it and refused from then on", async () => {
    const company = await factory.createCompany();
    const expiresAt = new Date(ctx.clock.now().getTime() + minuteMs);
    const key = await createKey(company.id, expiresAt);
    ctx.clock.advance(minuteMs - 1_001);
    expect((await send(company, key)).status).toBe(200);
    ctx.clock.advance(1);
    expect(await send(company, key)).toMatchObject({
      status: 401,
      message: "访问密钥已到期，请换用新的密钥",
    });
    expect(await list(company.id)).toMatchObject([
      { status: "expired", expiresAt: expiresAt.toISOString(), revokedAt: null },
    ]);
    expect((await revoke(company.id, key)).message).toContain("已到期，已经不能使用");
  });

  test("cannot end before it begins", async () => {
    const { id: companyId } = await factory.createCompany();
    expect(await create({ companyId, expiresAt: ctx.clock.now().toISOString() })).toMatchObject({
      state: -1,
      message: "有效期至必须晚于现在，请重新选择",
    });
    expect(await list(companyId)).toEqual([]);
  });
});

test("the limit counts valid keys only", async () => {
  const { id: companyId } = await factory.createCompany();
  const first = await createKey(companyId);
  await createKey(companyId, new Date(ctx.clock.now().getTime() + minuteMs));
  for (let n = 0; n < 3; n += 1) await createKey(companyId);
  expect((await create({ companyId })).message).toContain("请先吊销不再使用的密钥");
  await revoke(companyId, first);
  expect((await create({ companyId })).state).toBe(0);
  expect((await create({ companyId })).state).toBe(-1);
  ctx.clock.advance(minuteMs);
  expect((await create({ companyId })).state).toBe(0);
  expect((await list(companyId)).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => "valid"),
    "expired",
    "revoked",
  ]);
});

describe("the last use of a key", () => {
  const readStored = async ({ accessKey }: SigningKey) => {
    const [stored] = await ctx.db.select().from(accessKeys).where(eq(accessKeys.accessKey, accessKey));
    return { at: stored?.lastUsedAt, address: stored?.lastAddress };
  };

  test("is in the list at once, and stored within a minute", async () => {
    const company = await factory.createCompany();
    const key = await createKey(company.id);
    expect(await list(company.id)).toMatchObject([{ lastUsedAt: null, lastAddress: null }]);
    await send(company, key);
    const at = ctx.clock.now();
    const shown = [{ lastUsedAt: at.toISOString(), lastAddress: "127.0.0.1" }];
    expect(await list(company.id)).toMatchObject(shown);
    expect(await readStored(key)).toEqual({ at: null, address: null });
    for (let second = 0; second < 60; second += 1) ctx.live.tick();
    await expect.poll(() => readStored(key)).toEqual({ at, address: "127.0.0.1" });
    expect(await list(company.id)).toMatchObject(shown);
  });

  test("stays in memory until it could be stored", async () => {
    const company = await factory.createCompany();
    const key = await createKey(company.id);
    await send(company, key);
    const at = ctx.clock.now();
    const broken = { execute: () => Promise.reject(new Error("away")) } as unknown as typeof ctx.db;
    await expect(ctx.live.accessKeyUses.store(broken)).rejects.toThrow("away");
    await ctx.live.accessKeyUses.store(ctx.db);
    expect(await readStored(key)).toEqual({ at, address: "127.0.0.1" });
  });

  test("is not changed by a refused request", async () => {
    const company = await factory.createCompany();
    const key = await createKey(company.id);
    await send(company, key);
    const before = await list(company.id);
    await send(company, key, { secret: "guessed" });
    expect(await list(company.id)).toEqual(before);
  });
});
