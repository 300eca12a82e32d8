import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { createApp } from "../../../server/app.ts";
import type { Db } from "../../../server/db/handle.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession } from "../../helpers/testPlatform.ts";
import { createFlightFactory, postTelemetry } from "../../live/flightFactory.ts";
import { connectSocket, createMessage } from "../socket/socketClient.ts";

const proxy = "10.0.0.1";
const lanes = { priority: 0, ordinary: 0 };

const ctx = await createTestPlatform({ env: { TRUST_PROXY: `${proxy},127.0.0.1` } });
const factory = await createFlightFactory(ctx);
const countSelects = (db: Db, lane: keyof typeof lanes) =>
  new Proxy(db, {
    get: (target, name) => {
      if (name === "select") lanes[lane] += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
const { priorityDb, callDb } = ctx.platform;
const app = await createApp({
  ...ctx.platform,
  priorityDb: countSelects(priorityDb, "priority"),
  callDb: countSelects(callDb, "ordinary"),
});
await app.listen({ host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await app.close();
  await ctx.close();
});

/** Number of selects of the work, by lane. */
async function countLookups(work: () => Promise<unknown>) {
  const before = { ...lanes };
  await work();
  return { priority: lanes.priority - before.priority, ordinary: lanes.ordinary - before.ordinary };
}

/** Sends a call from an address behind the proxy. Its schema refuses it, so it reads nothing but the session. */
async function callFrom(address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { statusCode } = await app.inject({
    method: "POST",
    url: toUrl(companyCalls.companyPageList, {}),
    remoteAddress: proxy,
    headers: { ...headers, "x-forwarded-for": address },
    payload: { pageNo: "none" },
  });
  return statusCode;
}
const createForgedHeaders = () => ({ authorization: randomUUID(), "u-token": "u" });
async function sendForged(address: string, count: number) {
  for (let n = 0; n < count; n += 1) expect(await callFrom(address, createForgedHeaders())).toBe(401);
}

test("Forged tokens of one address are moved off the priority lane, without locking out others there", async () => {
  const address = "203.0.113.1";
  const inMemory = await openSession(ctx.platform, ctx.staff.operator.id);
  expect(await callFrom(address, inMemory)).toBe(400);
  expect(await countLookups(() => sendForged(address, 70))).toEqual({ priority: 60, ordinary: 10 });
  expect(await countLookups(async () => expect(await callFrom(address, inMemory)).toBe(400))).toEqual({
    priority: 0,
    ordinary: 0,
  });
  const inDatabase = await openSession(ctx.platform, ctx.staff.admin.id);
  expect(await countLookups(async () => expect(await callFrom(address, inDatabase)).toBe(400))).toEqual({
    priority: 0,
    ordinary: 1,
  });
  expect(await countLookups(() => sendForged("203.0.113.2", 1))).toEqual({ priority: 1, ordinary: 0 });
});

test("A cached session is rechecked on the priority lane, whatever its address sends", async () => {
  const address = "203.0.113.3";
  const headers = await openSession(ctx.platform, ctx.staff.finance.id);
  expect(await callFrom(address, headers)).toBe(400);
  ctx.clock.advance(60_000);
  await sendForged(address, 60);
  expect(await countLookups(async () => expect(await callFrom(address, headers)).toBe(400))).toEqual({
    priority: 1,
    ordinary: 0,
  });
});

test("Forged tokens on sockets count together with the calls of their address", async () => {
  await sendForged("127.0.0.1", 60);
  const url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/ws`;
  const read = await countLookups(async () => {
    const socket = await connectSocket(url);
    socket.send(createMessage(1, ctx.staff.operator.id, createForgedHeaders()));
    await socket.closed;
  });
  expect(read).toEqual({ priority: 0, ordinary: 1 });
});

test("Forged access keys are moved off it as well; a key in memory stays", async () => {
  // Start a new minute for the address of these calls.
  ctx.clock.advance(60_000);
  const { id } = await factory.createCompany();
  const [known, unseen] = [await factory.key(id), await factory.key(id)];
  const send = (key: typeof known) => () => postTelemetry({ ...ctx, app }, key, { samples: [] });
  expect(await countLookups(send(known))).toMatchObject({ ordinary: 0 });
  const forgedReads = await countLookups(async () => {
    for (let n = 0; n < 70; n += 1) await send({ accessKey: `forged-${n}`, secret: "none" })();
  });
  expect(forgedReads).toEqual({ priority: 60, ordinary: 10 });
  expect(await countLookups(send(known))).toEqual({ priority: 0, ordinary: 0 });
  expect(await countLookups(send(unseen))).toEqual({ priority: 0, ordinary: 1 });
});

test("Wrong signatures of a key, and right ones of a revoked key, cost one look-up", async () => {
  ctx.clock.advance(60_000);
  const { id } = await factory.createCompany();
  const [stolen, revoked] = [await factory.key(id), await factory.key(id)];
  await ctx.db
    .update(accessKeys)
    .set({ revokedAt: ctx.clock.now() })
    .where(eq(accessKeys.accessKey, revoked.accessKey));
  const reads = await countLookups(async () => {
    for (let n = 0; n < 5; n += 1) {
      const guessed = await postTelemetry({ ...ctx, app }, stolen, { samples: [] }, { secret: "guessed" });
      expect(guessed.message).toBe("签名无效，请检查密钥和签名内容");
      const ended = await postTelemetry({ ...ctx, app }, revoked, { samples: [] });
      expect(ended.message).toContain("访问密钥已吊销");
    }
  });
  expect(reads).toEqual({ priority: 2, ordinary: 0 });
});
