import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { type LoginResult, loginCalls } from "../../../adapters/contract/session.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { hashToken } from "../../../server/auth/tokens.ts";
import { updateStaff } from "../../../server/auth/updateStaff.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import {
  createCallContext,
  createTestPlatform,
  md5,
  openSession,
  type RequestHeaders,
  testPassword,
} from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket, type SocketClient } from "./socketClient.ts";

const ctx = await createTestPlatform({ seedDemoData: true });
const url = await listenSocket(ctx);
afterAll(() => ctx.close());

const getDutyId = () => ctx.staff.duty.id;
const openDutySession = () => openSession(ctx.platform, getDutyId());

async function registerSocket(userId = getDutyId(), headers?: RequestHeaders) {
  const session = headers ?? (await openSession(ctx.platform, userId));
  const client = await connectSocket(url);
  client.send(createMessage(1, userId, session));
  const response = await client.nextFrame(1);
  return { client, session, response };
}

const expectSocketAlive = async ({ client, session }: { client: SocketClient; session: RequestHeaders }) => {
  client.send(createMessage(2, getDutyId(), session));
  await client.nextFrame(2);
};

describe("Registering", () => {
  test("is answered with the server's time and the heartbeat interval", async () => {
    const { response } = await registerSocket();
    expect(response).toEqual({
      type: 1,
      at: ctx.clock.now().toISOString(),
      data: { serverTime: ctx.clock.now().toISOString(), heartbeatSeconds: 5 },
    });
  });

  test.each<[string, () => Promise<RequestHeaders>]>([
    ["was never issued", async () => ({ authorization: "never-issued" })],
    [
      "was revoked",
      async () => {
        const session = await openDutySession();
        await ctx.db.update(sessions).set({ endedAt: ctx.clock.now(), endReason: "logout" });
        return session;
      },
    ],
    ["belongs to somebody else", () => openSession(ctx.platform, ctx.staff.admin.id)],
  ])("with a token that %s closes with 4001", async (_what, session) => {
    const client = await connectSocket(url);
    client.send(createMessage(1, getDutyId(), await session()));
    expect(await client.closed).toBe(4001);
  });
});

describe("A heartbeat", () => {
  test("is answered, and counts as use of the session", async () => {
    const { client, session } = await registerSocket();
    ctx.clock.advance(60_000);
    client.send(createMessage(2, getDutyId(), session));
    expect(await client.nextFrame(2)).toMatchObject({ type: 2, data: { serverTime: expect.any(String) } });
    const lastUse = async () =>
      (await ctx.db.select().from(sessions).orderBy(sessions.id)).at(-1)?.lastUsedAt;
    await expect.poll(lastUse).toEqual(ctx.clock.now());
  });

  test("of an expired session closes with 4001", async () => {
    const { client, session } = await registerSocket();
    ctx.clock.advance(12 * 3_600_000);
    client.send(createMessage(2, getDutyId(), session));
    expect(await client.closed).toBe(4001);
  });
});

describe("A session that ends", () => {
  const login = async () => {
    const body = { phoneNumber: "13911110002", password: md5(testPassword) };
    const { token, uToken } = (await injectCall(ctx.app, loginCalls.login, { body })).body
      .data as LoginResult;
    return { authorization: token, "u-token": uToken };
  };

  test("because of a login elsewhere: every one of its sockets gets type 6, then 4006", async () => {
    const first = await login();
    const { id } = ctx.staff.operator;
    const tabs = [await registerSocket(id, first), await registerSocket(id, first)];
    const bystander = await registerSocket();
    await login();
    for (const { client } of tabs) {
      expect(await client.nextFrame(6)).toMatchObject({
        type: 6,
        data: { message: "账号已在其他地方登录，请重新登录；如非本人操作请修改密码" },
      });
      expect(await client.closed).toBe(4006);
    }
    await expectSocketAlive(bystander);
  });

  test("because of a login elsewhere while its console slept: gets type 6 when it comes back", async () => {
    const first = await login();
    await login();
    const client = await connectSocket(url);
    client.send(createMessage(1, ctx.staff.operator.id, first));
    await client.nextFrame(6);
    expect(await client.closed).toBe(4006);
  });

  test("by logging out closes its sockets with 4001", async () => {
    const { client, session } = await registerSocket();
    await injectCall(ctx.app, templateCalls.templateLogout, {}, session);
    expect(await client.closed).toBe(4001);
    expect(client.frames.some(({ type }) => type === 6)).toBe(false);
  });

  test("because the account was disabled closes its sockets with 4001", async () => {
    const { id, version } = ctx.staff.finance;
    const { client } = await registerSocket(id);
    const admin = await openSession(ctx.platform, ctx.staff.admin.id);
    const body = { id, version, to: "disabled" as const, requestId: "disable-finance" };
    await injectCall(ctx.app, staffCalls.staffStatus, { body }, admin);
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
    ["is larger than 4 KB", JSON.stringify({ ...createMessage(2, "1", {}), taskId: "x".repeat(4096) })],
    ["is binary", Buffer.from([1, 2, 3])],
    ["is an array", "[]"],
  ];
  test.each(bad)("that %s gets type 9 and does not break the connection", async (_what, frame) => {
    const good = await registerSocket();
    good.client.raw.send(frame);
    const response = await good.client.nextFrame(9);
    expect((response.data as { message: string }).message).toMatch(/\p{Script=Han}/u);
    await expectSocketAlive(good);
  });

  test("is any frame before registration", async () => {
    const client = await connectSocket(url);
    client.send(createMessage(2, getDutyId(), await openDutySession()));
    expect(await client.nextFrame(9)).toMatchObject({ data: { message: "请先登录连接" } });
  });

  test("is any frame with a token other than the registered one", async () => {
    const { client } = await registerSocket();
    client.send(createMessage(2, getDutyId(), await openDutySession()));
    expect(await client.nextFrame(9)).toMatchObject({ data: { message: "登录凭证与连接不符" } });
  });

  test("eleven times within ten seconds closes with 1008, without affecting other sockets", async () => {
    const bystander = await registerSocket();
    const { client } = await registerSocket();
    for (let count = 0; count < 10; count++) client.raw.send("{");
    await wait(200);
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
    client.raw.send("{");
    expect(await client.closed).toBe(1008);
    await expectSocketAlive(bystander);
  });

  test("once a second is tolerated", async () => {
    const { client } = await registerSocket();
    for (let count = 0; count < 30; count++) {
      client.raw.send("{");
      await client.nextFrame(9);
      ctx.clock.advance(1_000);
    }
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
  });

  test("closes with 1008 also for a flood of valid frames", async () => {
    const { client, session } = await registerSocket();
    for (let count = 0; count < 200; count++) client.send(createMessage(2, getDutyId(), session));
    expect(await client.closed).toBe(1008);
  });

  test("of more than 64 KB closes only its own socket", async () => {
    const bystander = await registerSocket();
    const { client } = await registerSocket();
    client.raw.send("x".repeat(70_000));
    expect(await client.closed).toBe(1009);
    await expectSocketAlive(bystander);
  });
});

test("Opening and closing a live task causes no error frame", async () => {
  const good = await registerSocket();
  good.client.send(createMessage(3, getDutyId(), good.session, "*"));
  good.client.send(createMessage(30, getDutyId(), good.session, "*"));
  await expectSocketAlive(good);
  expect(good.client.frames.filter(({ type }) => type === 9)).toEqual([]);
});

test("Losing a role ends the fleet subscription within two heartbeats", async () => {
  const { id } = ctx.staff.maintainer;
  const session = await openSession(ctx.platform, id);
  const client = await connectSocket(url);
  const send = (type: number, taskId = "") => client.send(createMessage(type, id, session, taskId));
  send(1);
  await client.nextFrame(1);
  send(3, "*");
  await expect.poll(() => ctx.live.feed.subscriberCount()).toBeGreaterThan(0);
  const before = ctx.live.feed.subscriberCount();
  await updateStaff(createCallContext(ctx), id, { roles: ["finance"] });
  send(2);
  expect(await client.nextFrame(9)).toMatchObject({ data: { message: "当前角色无权查看实时任务" } });
  expect(ctx.live.feed.subscriberCount()).toBe(before - 1);
});

test("An export sends its progress to its owner's sockets only", async () => {
  const { client, session } = await registerSocket(ctx.staff.admin.id);
  const stranger = await registerSocket();
  const headers = { ...session, "x-export-id": "export-1" };
  await injectCall(ctx.app, companyCalls.companyExport, { body: {} }, headers);
  expect(await client.nextFrame(10)).toMatchObject({ data: { exportId: "export-1", total: 4 } });
  await expectSocketAlive(stranger);
  expect(stranger.client.frames.some(({ type }) => type === 10)).toBe(false);
});

test("A page of another origin is refused", async () => {
  const refused = connectSocket(url, { origin: "https://evil.example" });
  await expect(refused).rejects.toThrow("403");
  const own = await connectSocket(url, { origin: url.replace("ws:", "http:").replace("/ws", "") });
  own.raw.close();
});

test("A client that does not read is closed with 1013 instead of filling the memory", async () => {
  const { client, session } = await registerSocket();
  client.raw.pause();
  const own = eq(sessions.tokenHash, hashToken(session.authorization ?? ""));
  const [row] = await ctx.db.select().from(sessions).where(own);
  const big = "x".repeat(200_000);
  for (let count = 0; count < 400; count++)
    ctx.platform.bus.publish("session.frame", { sessionId: row?.id ?? "", type: 5, data: big });
  client.raw.resume();
  expect([1006, 1013]).toContain(await client.closed);
  expect(client.frames.length).toBeLessThan(400);
});

test("None of these tests caused a server error", () => {
  expect(ctx.errors).toEqual([]);
});
