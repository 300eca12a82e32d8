import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { companyCalls } from "../../adapters/contract/company.ts";
import { type LoginAnswer, signInCalls } from "../../adapters/contract/session.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { templateCalls } from "../../adapters/contract/template.ts";
import { tokenHash } from "../../server/auth/tokens.ts";
import { updateStaff } from "../../server/auth/updateStaff.ts";
import { sessions } from "../../server/db/schema/sessions.ts";
import {
  actingOn,
  type Headers,
  md5,
  openSession,
  password,
  type TestPlatform,
  testPlatform,
} from "../platform.ts";
import { send } from "../send.ts";
import { connect, listen, message, type SocketClient } from "./socketClient.ts";

let on: TestPlatform;
let url: string;
beforeAll(async () => {
  on = await testPlatform({ demo: true });
  url = await listen(on);
});
afterAll(() => on.close());

const dutyId = () => on.staff.duty.id;
const dutySession = () => openSession(on.platform, dutyId());

async function registered(userId = dutyId(), headers?: Headers) {
  const session = headers ?? (await openSession(on.platform, userId));
  const client = await connect(url);
  client.say(message(1, userId, session));
  const answer = await client.frame(1);
  return { client, session, answer };
}

const goodAfterwards = async ({ client, session }: { client: SocketClient; session: Headers }) => {
  client.say(message(2, dutyId(), session));
  await client.frame(2);
};

describe("Registering", () => {
  test("is answered with the server's time and how often to beat", async () => {
    const { answer } = await registered();
    expect(answer).toEqual({
      type: 1,
      at: on.clock.now().toISOString(),
      data: { serverTime: on.clock.now().toISOString(), heartbeatSeconds: 5 },
    });
  });

  test.each<[string, () => Promise<Headers>]>([
    ["was never issued", async () => ({ authorization: "never-issued" })],
    [
      "was revoked",
      async () => {
        const session = await dutySession();
        await on.db.update(sessions).set({ endedAt: on.clock.now(), endReason: "logout" });
        return session;
      },
    ],
    ["belongs to somebody else", () => openSession(on.platform, on.staff.admin.id)],
  ])("with a token that %s closes with 4001", async (_what, session) => {
    const client = await connect(url);
    client.say(message(1, dutyId(), await session()));
    expect(await client.closed).toBe(4001);
  });
});

describe("A heartbeat", () => {
  test("is answered, and counts as use of the session", async () => {
    const { client, session } = await registered();
    on.clock.advance(60_000);
    client.say(message(2, dutyId(), session));
    expect(await client.frame(2)).toMatchObject({ type: 2, data: { serverTime: expect.any(String) } });
    const lastUse = async () => (await on.db.select().from(sessions).orderBy(sessions.id)).at(-1)?.lastUsedAt;
    await expect.poll(lastUse).toEqual(on.clock.now());
  });

  test("of an expired session closes with 4001", async () => {
    const { client, session } = await registered();
    on.clock.advance(12 * 3_600_000);
    client.say(message(2, dutyId(), session));
    expect(await client.closed).toBe(4001);
  });
});

describe("A session that ends", () => {
  const login = async () => {
    const body = { phoneNumber: "13911110002", password: md5(password) };
    const { token, uToken } = (await send(on.app, signInCalls.login, { body })).body.data as LoginAnswer;
    return { authorization: token, "u-token": uToken };
  };

  test("because of a login elsewhere: every one of its sockets gets type 6, then 4006", async () => {
    const first = await login();
    const { id } = on.staff.operator;
    const tabs = [await registered(id, first), await registered(id, first)];
    const bystander = await registered();
    await login();
    for (const { client } of tabs) {
      expect(await client.frame(6)).toMatchObject({ type: 6, data: { message: "账号已在其他地方登录" } });
      expect(await client.closed).toBe(4006);
    }
    await goodAfterwards(bystander);
  });

  test("because of a login elsewhere while its console slept: told when it comes back", async () => {
    const first = await login();
    await login();
    const client = await connect(url);
    client.say(message(1, on.staff.operator.id, first));
    await client.frame(6);
    expect(await client.closed).toBe(4006);
  });

  test("by logging out closes its sockets with 4001", async () => {
    const { client, session } = await registered();
    await send(on.app, templateCalls.templateLogout, {}, session);
    expect(await client.closed).toBe(4001);
    expect(client.frames.some(({ type }) => type === 6)).toBe(false);
  });

  test("because the account was disabled closes its sockets with 4001", async () => {
    const { id, version } = on.staff.finance;
    const { client } = await registered(id);
    const admin = await openSession(on.platform, on.staff.admin.id);
    const body = { id, version, to: "disabled" as const, requestId: "disable-finance" };
    await send(on.app, staffCalls.staffStatus, { body }, admin);
    expect(await client.closed).toBe(4001);
  });
});

describe("A bad frame", () => {
  const bad: [string, string | Buffer][] = [
    ["is no JSON", "{"],
    [
      "is of no known type",
      JSON.stringify({ platform: "web", type: 99, userId: "1", token: "", taskId: "" }),
    ],
    ["lacks a field", JSON.stringify({ type: 2 })],
    ["is larger than 4 KB", JSON.stringify({ ...message(2, "1", {}), taskId: "x".repeat(4096) })],
    ["is binary", Buffer.from([1, 2, 3])],
    ["is an array", "[]"],
  ];
  test.each(bad)("that %s gets type 9 and harms nothing else", async (_what, frame) => {
    const good = await registered();
    good.client.raw.send(frame);
    const answer = await good.client.frame(9);
    expect((answer.data as { message: string }).message).toMatch(/\p{Script=Han}/u);
    await goodAfterwards(good);
  });

  test("is any that comes before registration", async () => {
    const client = await connect(url);
    client.say(message(2, dutyId(), await dutySession()));
    expect(await client.frame(9)).toMatchObject({ data: { message: "请先登录连接" } });
  });

  test("is any whose token is not the one registered", async () => {
    const { client } = await registered();
    client.say(message(2, dutyId(), await dutySession()));
    expect(await client.frame(9)).toMatchObject({ data: { message: "登录凭证与连接不符" } });
  });

  test("eleven times within ten seconds closes with 1008, and others go on", async () => {
    const bystander = await registered();
    const { client } = await registered();
    for (let count = 0; count < 10; count++) client.raw.send("{");
    await wait(200);
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
    client.raw.send("{");
    expect(await client.closed).toBe(1008);
    await goodAfterwards(bystander);
  });

  test("now and then is borne", async () => {
    const { client } = await registered();
    for (let count = 0; count < 30; count++) {
      client.raw.send("{");
      await client.frame(9);
      on.clock.advance(1_000);
    }
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
  });

  test("comes in a flood of good ones too", async () => {
    const { client, session } = await registered();
    for (let count = 0; count < 200; count++) client.say(message(2, dutyId(), session));
    expect(await client.closed).toBe(1008);
  });

  test("of more than 64 KB closes that socket alone", async () => {
    const bystander = await registered();
    const { client } = await registered();
    client.raw.send("x".repeat(70_000));
    expect(await client.closed).toBe(1009);
    await goodAfterwards(bystander);
  });
});

test("Opening and closing a live task is taken without complaint", async () => {
  const good = await registered();
  good.client.say(message(3, dutyId(), good.session, "*"));
  good.client.say(message(30, dutyId(), good.session, "*"));
  await goodAfterwards(good);
  expect(good.client.frames.filter(({ type }) => type === 9)).toEqual([]);
});

test("A role that is taken away closes the fleet within two heartbeats", async () => {
  const { id } = on.staff.maintainer;
  const session = await openSession(on.platform, id);
  const client = await connect(url);
  const say = (type: number, taskId = "") => client.say(message(type, id, session, taskId));
  say(1);
  await client.frame(1);
  say(3, "*");
  await expect.poll(() => on.live.feed.subscribers()).toBeGreaterThan(0);
  const before = on.live.feed.subscribers();
  await updateStaff(actingOn(on), id, { roles: ["finance"] });
  say(2);
  expect(await client.frame(9)).toMatchObject({ data: { message: "当前角色无权查看实时任务" } });
  expect(on.live.feed.subscribers()).toBe(before - 1);
});

test("An export tells its owner's sockets how far it is, by its name", async () => {
  const { client, session } = await registered(on.staff.admin.id);
  const stranger = await registered();
  const headers = { ...session, "x-export-id": "export-1" };
  await send(on.app, companyCalls.companyExport, { body: {} }, headers);
  expect(await client.frame(10)).toMatchObject({ data: { exportId: "export-1", total: 4 } });
  await goodAfterwards(stranger);
  expect(stranger.client.frames.some(({ type }) => type === 10)).toBe(false);
});

test("A page of another origin gets no connection", async () => {
  const refused = connect(url, { origin: "https://evil.example" });
  await expect(refused).rejects.toThrow("403");
  const own = await connect(url, { origin: url.replace("ws:", "http:").replace("/ws", "") });
  own.raw.close();
});

test("A client that reads nothing is closed with 1013 instead of filling the memory", async () => {
  const { client, session } = await registered();
  client.raw.pause();
  const own = eq(sessions.tokenHash, tokenHash(session.authorization ?? ""));
  const [row] = await on.db.select().from(sessions).where(own);
  const big = "x".repeat(200_000);
  for (let count = 0; count < 400; count++)
    on.platform.bus.publish("session.frame", { sessionId: row?.id ?? "", type: 5, data: big });
  client.raw.resume();
  expect([1006, 1013]).toContain(await client.closed);
  expect(client.frames.length).toBeLessThan(400);
});

test("Nothing of all this was a fault of the server's own", () => {
  expect(on.faults).toEqual([]);
});
