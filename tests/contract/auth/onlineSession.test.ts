import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditRow } from "../../../adapters/contract/auditTrail.ts";
import { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { type OnlineSession, onlineSessionCalls } from "../../../adapters/contract/onlineSession.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import {
  type ConsoleRole,
  createTestPlatform,
  openSession,
  type RequestHeaders,
} from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";

let admin: RequestHeaders;
let requestCount = 0;
const ctx = await createTestPlatform();
const url = await listenSocket(ctx);
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.db.delete(sessions);
  admin = await openSession(ctx.platform, ctx.staff.admin.id);
});

const open = (role: ConsoleRole) => openSession(ctx.platform, ctx.staff[role].id);
const getOnline = async (filters: object = {}) => {
  const args = { body: { pageNo: 1, pageSize: 20, ...filters } };
  const { list } = (await injectCall(ctx.app, onlineSessionCalls.sessionList, args, admin)).body.data as {
    list: OnlineSession[];
  };
  return list;
};
const getSessionId = async (role: ConsoleRole) =>
  (await getOnline()).find(({ staffId }) => staffId === ctx.staff[role].id)?.id ?? "";
const endSession = async (id: string, reason = "离岗未退出") => {
  const args = { body: { id, reason, requestId: `session-act-${++requestCount}` } };
  return (await injectCall(ctx.app, onlineSessionCalls.sessionEnd, args, admin)).body;
};
const status = async (headers: RequestHeaders) => {
  const { status, body } = await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers);
  return [status, body.message];
};

async function registerSocket(role: ConsoleRole, headers: RequestHeaders) {
  const client = await connectSocket(url);
  client.send(createMessage(1, ctx.staff[role].id, headers));
  await client.nextFrame(1);
  return client;
}

describe("The list of open sessions", () => {
  test("has the signed-in users with masked phones, marks the own session, and has no token", async () => {
    await open("duty");
    const list = await getOnline();
    expect(list.map(({ name, own }) => [name, own])).toEqual([
      ["值班戊", false],
      ["管理员甲", true],
    ]);
    expect(list[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      staffId: ctx.staff.duty.id,
      name: "值班戊",
      phoneNumber: "139****0005",
      roles: ["duty"],
      ownRoleName: "",
      platform: "web",
      address: "127.0.0.1",
      createdAt: ctx.clock.now().toISOString(),
      lastUsedAt: ctx.clock.now().toISOString(),
      expiresAt: new Date(ctx.clock.now().getTime() + 12 * 3_600_000).toISOString(),
      own: false,
    });
  });

  test.each<[string, object, string[]]>([
    ["a name", { keyword: "戊" }, ["值班戊"]],
    ["a phone number", { keyword: "13911110003" }, ["财务丙"]],
    ["a role", { role: "finance" }, ["财务丙"]],
    ["an address", { address: "127.0" }, ["财务丙", "值班戊", "管理员甲"]],
    ["another address", { address: "10." }, []],
  ])("can be searched by %s", async (_what, filters, names) => {
    await open("duty");
    await open("finance");
    expect((await getOnline(filters)).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ["was not used for 30 minutes", 30 * 60_000],
    ["is older than 12 hours", 12 * 3_600_000],
  ])("omits a session that %s", async (_what, ms) => {
    await open("duty");
    ctx.clock.advance(ms);
    admin = await openSession(ctx.platform, ctx.staff.admin.id);
    expect((await getOnline()).map(({ name }) => name)).toEqual(["管理员甲"]);
  });
});

describe("A forced sign-off", () => {
  test("ends the session and all its sockets immediately, and no other", async () => {
    const [duty, finance] = [await open("duty"), await open("finance")];
    const [first, second, other] = [
      await registerSocket("duty", duty),
      await registerSocket("duty", duty),
      await registerSocket("finance", finance),
    ];
    const response = await endSession(await getSessionId("duty"));
    expect(response.state).toBe(0);
    expect(await Promise.all([first.closed, second.closed])).toEqual([4001, 4001]);
    expect(await status(duty)).toEqual([403, "您已被管理员强制下线，请重新登录"]);
    const denied = await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, duty);
    expect(denied.body.data).toEqual({ reason: "forced" });
    expect((await getOnline()).map(({ name }) => name)).toEqual(["财务丙", "管理员甲"]);
    expect((await status(finance))[0]).toBe(200);
    other.send(createMessage(2, ctx.staff.finance.id, finance));
    expect((await other.nextFrame(2)).type).toBe(2);
  });

  test("closes a new socket with the ended session's token", async () => {
    const duty = await open("duty");
    await endSession(await getSessionId("duty"));
    const client = await connectSocket(url);
    client.send(createMessage(1, ctx.staff.duty.id, duty));
    expect(await client.closed).toBe(4001);
  });

  test("is in the audit trail with the session's owner and the reason", async () => {
    await open("duty");
    const id = await getSessionId("duty");
    await endSession(id, "账号借给他人");
    const args = { body: { pageNo: 1, pageSize: 20, entityId: id } };
    const { list } = (await injectCall(ctx.app, auditCalls.auditList, args, admin)).body.data as {
      list: AuditRow[];
    };
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      action: "强制下线",
      staffName: "管理员甲",
      entity: "session",
      result: "success",
      digest:
        "后台账号：值班戊；手机号：139****0005；结束方式：强制下线；地址：127.0.0.1；原因：账号借给他人",
    });
  });

  test("of the own session is refused", async () => {
    const response = await endSession(await getSessionId("admin"));
    expect(response).toEqual({ state: -1, message: "这是您当前的登录，请使用「退出登录」", data: null });
    expect((await status(admin))[0]).toBe(200);
  });

  test("of an ended session is refused and writes no audit row", async () => {
    await open("duty");
    const id = await getSessionId("duty");
    await endSession(id);
    const before = await ctx.db.$count(auditLog);
    expect(await endSession(id)).toMatchObject({ state: -1, message: "该会话已结束" });
    expect(await ctx.db.$count(auditLog)).toBe(before);
  });
});
