import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import { createApp } from "../../server/app.ts";
import type { Db } from "../../server/db/handle.ts";
import { flightFactory, ingest } from "../live/flightFactory.ts";
import { openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { urlOf } from "../send.ts";
import { connect, message } from "./socketClient.ts";

const proxy = "10.0.0.1";
const lanes = { priority: 0, ordinary: 0 };

let on: TestPlatform;
let app: FastifyInstance;
let make: Awaited<ReturnType<typeof flightFactory>>;
beforeAll(async () => {
  on = await testPlatform({ env: { TRUST_PROXY: `${proxy},127.0.0.1` } });
  make = await flightFactory(on);
  const counted = (db: Db, lane: keyof typeof lanes) =>
    new Proxy(db, {
      get: (target, name) => {
        if (name === "select") lanes[lane] += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
  const { priorityDb, callDb } = on.platform;
  app = await createApp({
    ...on.platform,
    priorityDb: counted(priorityDb, "priority"),
    callDb: counted(callDb, "ordinary"),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await on.close();
});

/** What the work read, by lane. */
async function readBy(work: () => Promise<unknown>) {
  const before = { ...lanes };
  await work();
  return { priority: lanes.priority - before.priority, ordinary: lanes.ordinary - before.ordinary };
}

/** A call that reads nothing before its schema refuses it, from an address behind the proxy. */
async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { statusCode } = await app.inject({
    method: "POST",
    url: urlOf(companyCalls.companyPageList, {}),
    remoteAddress: proxy,
    headers: { ...headers, "x-forwarded-for": address },
    payload: { pageNo: "none" },
  });
  return statusCode;
}
const forged = () => ({ authorization: randomUUID(), "u-token": "u" });
async function forge(address: string, count: number) {
  for (let n = 0; n < count; n += 1) expect(await ask(address, forged())).toBe(401);
}

test("Forged tokens of one address leave the priority lane, and lock out nobody else there", async () => {
  const address = "203.0.113.1";
  const inMemory = await openSession(on.platform, on.staff.operator.id);
  expect(await ask(address, inMemory)).toBe(400);
  expect(await readBy(() => forge(address, 70))).toEqual({ priority: 60, ordinary: 10 });
  expect(await readBy(async () => expect(await ask(address, inMemory)).toBe(400))).toEqual({
    priority: 0,
    ordinary: 0,
  });
  const inDatabase = await openSession(on.platform, on.staff.admin.id);
  expect(await readBy(async () => expect(await ask(address, inDatabase)).toBe(400))).toEqual({
    priority: 0,
    ordinary: 1,
  });
  expect(await readBy(() => forge("203.0.113.2", 1))).toEqual({ priority: 1, ordinary: 0 });
});

test("A session in memory is checked again on the priority lane, whatever its address sends", async () => {
  const address = "203.0.113.3";
  const headers = await openSession(on.platform, on.staff.finance.id);
  expect(await ask(address, headers)).toBe(400);
  on.clock.advance(60_000);
  await forge(address, 60);
  expect(await readBy(async () => expect(await ask(address, headers)).toBe(400))).toEqual({
    priority: 1,
    ordinary: 0,
  });
});

test("Forged tokens of sockets count with the calls of their address", async () => {
  await forge("127.0.0.1", 60);
  const url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/ws`;
  const read = await readBy(async () => {
    const socket = await connect(url);
    socket.say(message(1, on.staff.operator.id, forged()));
    await socket.closed;
  });
  expect(read).toEqual({ priority: 0, ordinary: 1 });
});

test("Forged access keys leave it as well; one that was right before stays on it", async () => {
  // The address of these calls begins a new minute.
  on.clock.advance(60_000);
  const { id } = await make.company();
  const [known, unseen] = [await make.key(id), await make.key(id)];
  const wrong = { accessKey: "", secret: "none" };
  const send = (key: typeof known) => () => ingest({ ...on, app }, key, { samples: [] });
  const first = await readBy(send(known));
  const forgedReads = await readBy(async () => {
    for (let n = 0; n < 70; n += 1) await send({ ...wrong, accessKey: `forged-${n}` })();
  });
  expect(forgedReads).toEqual({ priority: 60, ordinary: 10 });
  expect(await readBy(send(known))).toEqual(first);
  expect(await readBy(send(unseen))).toEqual({ priority: first.priority - 1, ordinary: 1 });
});

test("Wrong signatures of a key that there is count as well, before and after it signed rightly", async () => {
  on.clock.advance(60_000);
  const { id } = await make.company();
  const [stolen, used, other] = [await make.key(id), await make.key(id), await make.key(id)];
  const send = (key: typeof used, wrong = {}) => ingest({ ...on, app }, key, { samples: [] }, wrong);
  const guess = (key: typeof used) => async () => {
    for (let n = 0; n < 70; n += 1) expect((await send(key, { secret: "guessed" })).message).toBe("签名无效");
  };
  await send(other);
  expect(await readBy(guess(stolen))).toEqual({ priority: 60, ordinary: 10 });
  on.clock.advance(60_000);
  // No samples: refused, but by what comes after the signature.
  expect((await send(used)).status).toBe(400);
  expect(await readBy(guess(used))).toEqual({ priority: 60, ordinary: 10 });
  const right = await readBy(() => send(used));
  expect(right.ordinary).toBe(1);
  // One that signed rightly is believed on, and so is this one again.
  expect((await readBy(() => send(used))).ordinary).toBe(0);
  expect((await readBy(() => send(other))).ordinary).toBe(0);
});
