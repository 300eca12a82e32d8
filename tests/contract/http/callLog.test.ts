import { connect as openSocket } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { injectCall, toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, testPassword } from "../../helpers/testPlatform.ts";
import { readCaptcha } from "../auth/readCaptcha.ts";
import { listenSocket } from "../socket/socketClient.ts";
import { findCallLine, parseLogLines } from "./logLines.ts";

const operator = "13911110002";
const unknownPhone = "13922220099";

const ctx = await createTestPlatform({ seedDemoData: true, env: { LOG_LEVEL: "debug" } });
afterAll(() => ctx.close());
beforeEach(() => ctx.db.delete(loginFailures));

const findLine = (headers: Readonly<Record<string, unknown>>, platform = ctx) =>
  findCallLine(platform, headers);
const login = (phoneNumber: string, password: string, captcha: object = {}) =>
  injectCall(ctx.app, loginCalls.login, { body: { phoneNumber, password: md5(password), ...captcha } });

describe("A call writes one log line", () => {
  test("with its id, declared path, user, status, state, time and address", async () => {
    const [company] = await ctx.db.select().from(companies).limit(1);
    const params = { id: company?.id ?? "" };
    const { headers } = await ctx.callAs("operator", companyCalls.companyOne, { params });
    expect(await findLine(headers)).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reqId: expect.stringMatching(/^\d{4}-\d{4}-\d{4}-\d{4}$/),
      call: "GET /x/one/company/:id",
      userId: ctx.staff.operator.id,
      status: 200,
      state: 0,
      ms: expect.any(Number),
      address: "127.0.0.1",
      msg: "call",
    });
  });

  test("with the state of a refusal, a denied role and a missing session", async () => {
    const refused = await ctx.callAs("operator", companyCalls.companyOne, { params: { id: "1" } });
    expect(await findLine(refused.headers)).toMatchObject({ status: 200, state: -1, level: "info" });
    const denied = await ctx.callAs("duty", auditCalls.auditOne, { params: { id: "1" } });
    expect(await findLine(denied.headers)).toMatchObject({
      status: 200,
      state: -3,
      userId: ctx.staff.duty.id,
    });
    const unknown = await injectCall(ctx.app, auditCalls.auditOne, { params: { id: "1" } });
    expect(await findLine(unknown.headers)).toMatchObject({ status: 401, state: -1, userId: null });
  });

  test("at debug for files and probes, at info for an unknown path, which is not logged", async () => {
    for (const url of ["/health", "/ready", "/metrics", "/config.json"])
      expect(await findLine((await ctx.app.inject(url)).headers)).toMatchObject({
        level: "debug",
        status: 200,
      });
    const { headers } = await ctx.app.inject(`/wms/api/find/${operator}?phone=${operator}`);
    expect(await findLine(headers)).toMatchObject({ level: "info", call: "GET unknown", status: 404 });
    const broken = await ctx.app.inject(`/wms/api/region/list/%E0%A4%A?phone=${operator}`);
    expect(await findLine(broken.headers)).toMatchObject({ call: "GET unknown", status: 400 });
    expect(ctx.logLines.join("")).not.toContain(operator);
  });

  test("at debug also for a failed probe, since a balancer sends one every second", {
    tags: "full",
  }, async () => {
    const gone = await createTestPlatform({ disposableDatabase: true, env: { LOG_LEVEL: "debug" } });
    await gone.platform.db.execute("select 1");
    const { createApp } = await import("../../../server/app.ts");
    const app = await createApp(gone.platform);
    await gone.close();
    const { headers, statusCode } = await app.inject("/ready");
    expect([statusCode, (await findLine(headers, gone)).level]).toEqual([503, "debug"]);
    await app.close();
  });

  test("also if the client aborts before the response", { tags: "full" }, async () => {
    const address = (await listenSocket(ctx)).replace("ws:", "http:").replace("/ws", "");
    const abort = new AbortController();
    const call = toUrl(loginCalls.login, {});
    const body = JSON.stringify({ phoneNumber: operator, password: md5(testPassword) });
    const headers = { "content-type": "application/json" };
    const before = ctx.logLines.length;
    ctx.app.server.once("request", () => abort.abort());
    const sent = fetch(`${address}${call}`, { method: "POST", body, headers, signal: abort.signal });
    await expect(sent).rejects.toThrow(/abort/);
    const own = () =>
      parseLogLines(ctx)
        .slice(before)
        .filter((line) => line.call === "POST /user/login");
    await expect.poll(own).toMatchObject([{ status: 0, aborted: true }]);
  });

  test("also for a signed request that breaks off, which is no database error", {
    tags: "full",
  }, async () => {
    const { hostname, port } = new URL((await listenSocket(ctx)).replace("ws:", "http:"));
    const before = ctx.logLines.length;
    const socket = openSocket(Number(port), hostname);
    const head = ["POST /iapi/telemetry HTTP/1.1", "host: x", "content-type: application/json"];
    socket.write([...head, "content-length: 100", "", '{"samp'].join("\r\n"));
    ctx.app.server.once("request", () => setImmediate(() => socket.destroy()));
    const own = () => parseLogLines(ctx).slice(before);
    await expect.poll(() => own().find(({ msg }) => msg === "call")).toMatchObject({ aborted: true });
    // An error would be logged after the call line.
    await readCaptcha(ctx);
    expect(own().filter(({ msg, level }) => msg === "fault" || level === "error")).toEqual([]);
    expect(ctx.errors).toEqual([]);
  });

  test("and a second one at error with the stack for a server error", async () => {
    const broken = await createTestPlatform({ disposableDatabase: true });
    const headers = await broken.loginAs("operator");
    await broken.platform.db.execute("alter table companies rename to gone");
    const args = { body: { pageNo: 1, pageSize: 20, keyword: "13812345678" } };
    const response = await injectCall(broken.app, companyCalls.companyPageList, args, headers);
    expect(response.status).toBe(500);
    const line = await findLine(response.headers, broken);
    expect(line).toMatchObject({ status: 500, state: -1, level: "info" });
    const fault = parseLogLines(broken).find(({ msg }) => msg === "fault");
    expect(fault).toMatchObject({
      level: "error",
      reqId: line.reqId,
      call: "POST /company/pageList",
    });
    expect(fault?.["fault"]).toMatch(/42P01[\s\S]*\n +at /);
    expect(broken.logLines.join("")).not.toContain("13812345678");
    await broken.close();
  });
});

describe("A refused login", () => {
  const lastFailure = async () => {
    const rows = await ctx.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, "session"))
      .orderBy(auditLog.id);
    return rows.at(-1);
  };

  test("has the account in the log and in the audit trail", async () => {
    const line = await findLine((await login(operator, "wrong")).headers);
    const { operator: tried } = ctx.staff;
    expect(line).toMatchObject({
      level: "warn",
      userId: null,
      accountId: tried.id,
      signIn: "wrong",
      state: -1,
    });
    expect(await lastFailure()).toMatchObject({
      staffId: null,
      entityId: tried.id,
      after: { phoneNumber: "139****0002" },
      reqId: line.reqId,
    });
  });

  test("of an unknown number has no account", { tags: "full" }, async () => {
    const { headers } = await login(unknownPhone, "wrong");
    expect(await findLine(headers)).toMatchObject({ level: "warn", accountId: null, signIn: "wrong" });
    expect(await lastFailure()).toMatchObject({ entityId: null, after: { phoneNumber: "139****0099" } });
  });

  test("of a deleted account has no account", { tags: "full" }, async () => {
    await ctx.db.update(staff).set({ deletedAt: ctx.clock.now() }).where(eq(staff.id, ctx.staff.duty.id));
    expect(await findLine((await login("13911110005", "wrong")).headers)).toMatchObject({ accountId: null });
    await ctx.db.update(staff).set({ deletedAt: null }).where(eq(staff.id, ctx.staff.duty.id));
  });

  test("has the reason: captcha, wrong password or locked", async () => {
    await ctx.db
      .insert(loginFailures)
      .values({ subject: `phone:${operator}`, count: 4, lastAt: ctx.clock.now() });
    const captchaRequired = await findLine((await login(operator, testPassword)).headers);
    const fifth = await findLine((await login(operator, "wrong", await readCaptcha(ctx))).headers);
    const locked = await findLine((await login(operator, testPassword, await readCaptcha(ctx))).headers);
    expect([captchaRequired, fifth, locked].map(({ level, signIn }) => [level, signIn])).toEqual([
      ["warn", "captcha"],
      ["warn", "wrong"],
      ["warn", "locked"],
    ]);
    const accountId = ctx.staff.operator.id;
    const until = new Date(ctx.clock.now().getTime() + 15 * 60_000).toISOString();
    expect([captchaRequired, fifth, locked].map((line) => [line["accountId"], line["lockedUntil"]])).toEqual([
      [accountId, undefined],
      [accountId, until],
      [accountId, undefined],
    ]);
  });
});
