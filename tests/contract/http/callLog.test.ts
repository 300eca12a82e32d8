import { connect as openSocket } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditCalls } from "../../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { type LoginResult, loginCalls } from "../../../adapters/contract/session.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { captchas } from "../../../server/db/schema/captchas.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { injectCall, toUrl } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, type TestPlatform, testPassword } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";

const operator = "13911110002";
const unknownPhone = "13922220099";

interface LogLine {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly reqId?: string;
  readonly call?: string;
  readonly [key: string]: unknown;
}

let ctx: TestPlatform;
beforeAll(async () => {
  ctx = await createTestPlatform({ seedDemoData: true, env: { LOG_LEVEL: "debug" } });
});
afterAll(() => ctx.close());
beforeEach(() => ctx.db.delete(loginFailures));

const parseLines = (platform: TestPlatform = ctx): LogLine[] =>
  platform.logLines.map((line) => JSON.parse(line));
/** The line of the request with this id, once the request is over. */
async function findLine(
  headers: Readonly<Record<string, unknown>>,
  platform: TestPlatform = ctx,
): Promise<LogLine> {
  const found = () =>
    parseLines(platform).filter(({ reqId, msg }) => reqId === headers["x-request-id"] && msg === "call");
  await expect.poll(found).toHaveLength(1);
  return found()[0] as LogLine;
}
const login = (phoneNumber: string, word: string, captcha: object = {}) =>
  injectCall(ctx.app, loginCalls.login, { body: { phoneNumber, password: md5(word), ...captcha } });

async function readCaptcha() {
  const { body } = await injectCall(ctx.app, loginCalls.captchaImage, { params: { height: 40, width: 120 } });
  const { captchaId } = body.data as { captchaId: string };
  const [stored] = await ctx.db.select().from(captchas).where(eq(captchas.id, captchaId));
  return { captchaId, captcha: stored?.answer.toLowerCase() ?? "" };
}

describe("A call leaves one line", () => {
  test("with its id, declared path, who called, status, state, time and address", async () => {
    const [company] = await ctx.db.select().from(companies).limit(1);
    const params = { id: company?.id ?? "" };
    const { headers } = await injectCall(
      ctx.app,
      companyCalls.companyOne,
      { params },
      await ctx.loginAs("operator"),
    );
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

  test("with the state of a refusal, of a denied role and of nobody's call", async () => {
    const refused = await injectCall(
      ctx.app,
      companyCalls.companyOne,
      { params: { id: "1" } },
      await ctx.loginAs("operator"),
    );
    expect(await findLine(refused.headers)).toMatchObject({ status: 200, state: -1, level: "info" });
    const denied = await injectCall(
      ctx.app,
      auditCalls.auditOne,
      { params: { id: "1" } },
      await ctx.loginAs("duty"),
    );
    expect(await findLine(denied.headers)).toMatchObject({
      status: 200,
      state: -3,
      userId: ctx.staff.duty.id,
    });
    const unknown = await injectCall(ctx.app, auditCalls.auditOne, { params: { id: "1" } });
    expect(await findLine(unknown.headers)).toMatchObject({ status: 401, state: -1, userId: null });
  });

  test("at debug for files and probes, at info for an address that is none, which it does not repeat", async () => {
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

  test("at debug for a probe that fails as well: a balancer asks every second", async () => {
    const gone = await createTestPlatform({ disposableDatabase: true, env: { LOG_LEVEL: "debug" } });
    await gone.platform.db.execute("select 1");
    const { createApp } = await import("../../../server/app.ts");
    const app = await createApp(gone.platform);
    await gone.close();
    const { headers, statusCode } = await app.inject("/ready");
    expect([statusCode, (await findLine(headers, gone)).level]).toEqual([503, "debug"]);
    await app.close();
  });

  test("also where the client leaves before the answer", async () => {
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
      parseLines()
        .slice(before)
        .filter((line) => line.call === "POST /user/login");
    await expect.poll(own).toMatchObject([{ status: 0, aborted: true }]);
  });

  test("also where a signed request breaks off, which says nothing of the database", async () => {
    const { hostname, port } = new URL((await listenSocket(ctx)).replace("ws:", "http:"));
    const before = ctx.logLines.length;
    const socket = openSocket(Number(port), hostname);
    const head = ["POST /iapi/telemetry HTTP/1.1", "host: x", "content-type: application/json"];
    socket.write([...head, "content-length: 100", "", '{"samp'].join("\r\n"));
    ctx.app.server.once("request", () => setImmediate(() => socket.destroy()));
    const own = () => parseLines().slice(before);
    await expect.poll(() => own().find(({ msg }) => msg === "call")).toMatchObject({ aborted: true });
    // What the server makes of it comes later than the line.
    await readCaptcha();
    expect(own().filter(({ msg, level }) => msg === "fault" || level === "error")).toEqual([]);
    expect(ctx.errors).toEqual([]);
  });

  test("and a second at error with the stack where the fault is the server's own", async () => {
    const broken = await createTestPlatform({ disposableDatabase: true });
    const headers = await broken.loginAs("operator");
    await broken.platform.db.execute("alter table companies rename to gone");
    const args = { body: { pageNo: 1, pageSize: 20, keyword: "13812345678" } };
    const answer = await injectCall(broken.app, companyCalls.companyPageList, args, headers);
    expect(answer.status).toBe(500);
    const line = await findLine(answer.headers, broken);
    expect(line).toMatchObject({ status: 500, state: -1, level: "info" });
    const fault = parseLines(broken).find(({ msg }) => msg === "fault");
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

describe("A refused sign-in", () => {
  const lastFailure = async () => {
    const rows = await ctx.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, "session"))
      .orderBy(auditLog.id);
    return rows.at(-1);
  };

  test("names the account that was tried, in the log and in the audit trail", async () => {
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

  test("of a number that is no staff member's names none", async () => {
    const { headers } = await login(unknownPhone, "wrong");
    expect(await findLine(headers)).toMatchObject({ level: "warn", accountId: null, signIn: "wrong" });
    expect(await lastFailure()).toMatchObject({ entityId: null, after: { phoneNumber: "139****0099" } });
  });

  test("of a deleted account names none", async () => {
    await ctx.db.update(staff).set({ deletedAt: ctx.clock.now() }).where(eq(staff.id, ctx.staff.duty.id));
    expect(await findLine((await login("13911110005", "wrong")).headers)).toMatchObject({ accountId: null });
    await ctx.db.update(staff).set({ deletedAt: null }).where(eq(staff.id, ctx.staff.duty.id));
  });

  test("that asks for a captcha, that locks and that is locked say so", async () => {
    await ctx.db
      .insert(loginFailures)
      .values({ subject: `phone:${operator}`, count: 4, lastAt: ctx.clock.now() });
    const asked = await findLine((await login(operator, testPassword)).headers);
    const fifth = await findLine((await login(operator, "wrong", await readCaptcha())).headers);
    const locked = await findLine((await login(operator, testPassword, await readCaptcha())).headers);
    expect([asked, fifth, locked].map(({ level, signIn }) => [level, signIn])).toEqual([
      ["warn", "captcha"],
      ["warn", "wrong"],
      ["warn", "locked"],
    ]);
    const accountId = ctx.staff.operator.id;
    const until = new Date(ctx.clock.now().getTime() + 15 * 60_000).toISOString();
    expect([asked, fifth, locked].map((line) => [line["accountId"], line["lockedUntil"]])).toEqual([
      [accountId, undefined],
      [accountId, until],
      [accountId, undefined],
    ]);
  });
});

describe("The log holds no secret and nobody's data", () => {
  test("of a sign-in, a failed one, a search by phone, an export, a saved person and a socket", async () => {
    const own = await createTestPlatform({ seedDemoData: true, env: { LOG_LEVEL: "debug" } });
    const right = { phoneNumber: "13911110001", password: md5(testPassword) };
    const { token, uToken, user } = (await injectCall(own.app, loginCalls.login, { body: right })).body
      .data as LoginResult;
    const headers = { authorization: token, "x-token": token, "u-token": uToken };
    const wrong = { phoneNumber: "13911110002", password: md5("Wrong-horse-8") };
    await injectCall(own.app, loginCalls.login, { body: wrong });
    const [company] = await own.db.select().from(companies).limit(1);
    const phone = company?.phone ?? "";
    const search = { pageNo: 1, pageSize: 20, keyword: phone };
    await injectCall(own.app, companyCalls.companyPageList, { body: search }, headers);
    const file = await own.app.inject({
      method: "POST",
      url: `${toUrl(companyCalls.companyExport, {})}?note=${phone}`,
      headers: { ...headers, cookie: "visitor=cookie-of-mine" },
      payload: { keyword: company?.name },
    });
    expect(file.headers["x-export-rows"]).toBe("1");
    const made = { name: "钱新人", phoneNumber: "13933330007", roles: ["finance"], requestId: "made-once" };
    const saved = await injectCall(own.app, staffCalls.staffSave, { body: made } as never, headers);
    const { initialPassword } = saved.body.data as { initialPassword: string };
    expect(initialPassword).toBeTruthy();
    const socket = await connectSocket(await listenSocket(own));
    socket.send(createMessage(1, user.id, headers));
    await socket.nextFrame(1);
    socket.raw.close(1000);
    await expect.poll(() => parseLines(own).filter(({ msg }) => msg === "socket closed")).toHaveLength(1);
    const { name = "", creditCode = "" } = company ?? {};
    const people = [right.phoneNumber, wrong.phoneNumber, phone, made.phoneNumber, made.name, name];
    const secrets = [
      token,
      uToken,
      right.password,
      testPassword,
      wrong.password,
      "Wrong-horse-8",
      initialPassword,
    ];
    const all = own.logLines.join("");
    for (const one of [...people, user.name, creditCode, ...secrets, "cookie-of-mine", "made-once"]) {
      expect(one).not.toBe("");
      expect(all).not.toContain(one);
    }
    expect(all).not.toMatch(/argon2|(?<!\d)1[3-9]\d{9}(?!\d)|\p{Script=Han}/u);
    // Every call of this test is there, so that nothing is missing that might have told.
    expect(parseLines(own).filter(({ msg }) => msg === "call")).toHaveLength(5);
    await own.close();
  });

  test("where code hands them over by mistake", () => {
    const { log } = ctx.platform;
    const before = ctx.logLines.length;
    const person = {
      name: "孙某",
      phoneNumber: "13812340000",
      token: "t0ken-of-sun",
      password: "pass-of-sun",
    };
    log.info({ ...person, person, query: { keyword: "key-of-sun" } }, "asked for 13812340000");
    const query = Object.assign(new Error("Failed query: params: 13812340000,secret-of-sun"), {
      query: "select 1",
      params: ["13812340000", "secret-of-sun"],
    });
    log.error({ err: query }, "mistake");
    const logText = ctx.logLines.slice(before).join("");
    expect(logText).toContain("asked for [phone]");
    expect(logText).not.toMatch(/孙某|13812340000|of-sun/);
  });
});
