import { connect as openSocket } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditCalls } from "../../adapters/contract/auditTrail.ts";
import { companyCalls } from "../../adapters/contract/company.ts";
import { type LoginAnswer, signInCalls } from "../../adapters/contract/session.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { captchas } from "../../server/db/schema/captchas.ts";
import { companies } from "../../server/db/schema/company.ts";
import { loginFailures } from "../../server/db/schema/loginFailures.ts";
import { staff } from "../../server/db/schema/staff.ts";
import { md5, password, type TestPlatform, testPlatform } from "../platform.ts";
import { send, urlOf } from "../send.ts";
import { connect, listen, message } from "./socketClient.ts";

const operator = "13911110002";
const nobody = "13922220099";

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly reqId?: string;
  readonly call?: string;
  readonly [key: string]: unknown;
}

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform({ demo: true, env: { LOG_LEVEL: "debug" } });
});
afterAll(() => on.close());
beforeEach(() => on.db.delete(loginFailures));

const lines = (of: TestPlatform = on): Line[] => of.logged.map((line) => JSON.parse(line));
/** The line of the request with this id, once the request is over. */
async function lineOf(headers: Readonly<Record<string, unknown>>, of: TestPlatform = on): Promise<Line> {
  const found = () =>
    lines(of).filter(({ reqId, msg }) => reqId === headers["x-request-id"] && msg === "call");
  await expect.poll(found).toHaveLength(1);
  return found()[0] as Line;
}
const login = (phoneNumber: string, word: string, captcha: object = {}) =>
  send(on.app, signInCalls.login, { body: { phoneNumber, password: md5(word), ...captcha } });

async function readCaptcha() {
  const { body } = await send(on.app, signInCalls.captchaImage, { params: { height: 40, width: 120 } });
  const { captchaId } = body.data as { captchaId: string };
  const [stored] = await on.db.select().from(captchas).where(eq(captchas.id, captchaId));
  return { captchaId, captcha: stored?.answer.toLowerCase() ?? "" };
}

describe("A call leaves one line", () => {
  test("with its id, declared path, who called, status, state, time and address", async () => {
    const [company] = await on.db.select().from(companies).limit(1);
    const params = { id: company?.id ?? "" };
    const { headers } = await send(on.app, companyCalls.companyOne, { params }, await on.as("operator"));
    expect(await lineOf(headers)).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reqId: expect.stringMatching(/^\d{4}-\d{4}-\d{4}-\d{4}$/),
      call: "GET /x/one/company/:id",
      userId: on.staff.operator.id,
      status: 200,
      state: 0,
      ms: expect.any(Number),
      address: "127.0.0.1",
      msg: "call",
    });
  });

  test("with the state of a refusal, of a denied role and of nobody's call", async () => {
    const refused = await send(
      on.app,
      companyCalls.companyOne,
      { params: { id: "1" } },
      await on.as("operator"),
    );
    expect(await lineOf(refused.headers)).toMatchObject({ status: 200, state: -1, level: "info" });
    const denied = await send(on.app, auditCalls.auditOne, { params: { id: "1" } }, await on.as("duty"));
    expect(await lineOf(denied.headers)).toMatchObject({ status: 200, state: -3, userId: on.staff.duty.id });
    const unknown = await send(on.app, auditCalls.auditOne, { params: { id: "1" } });
    expect(await lineOf(unknown.headers)).toMatchObject({ status: 401, state: -1, userId: null });
  });

  test("at debug for files and probes, at info for an address that is none, which it does not repeat", async () => {
    for (const url of ["/health", "/ready", "/metrics", "/config.json"])
      expect(await lineOf((await on.app.inject(url)).headers)).toMatchObject({ level: "debug", status: 200 });
    const { headers } = await on.app.inject(`/wms/api/find/${operator}?phone=${operator}`);
    expect(await lineOf(headers)).toMatchObject({ level: "info", call: "GET unknown", status: 404 });
    const broken = await on.app.inject(`/wms/api/region/list/%E0%A4%A?phone=${operator}`);
    expect(await lineOf(broken.headers)).toMatchObject({ call: "GET unknown", status: 400 });
    expect(on.logged.join("")).not.toContain(operator);
  });

  test("at debug for a probe that fails as well: a balancer asks every second", async () => {
    const gone = await testPlatform({ ends: true, env: { LOG_LEVEL: "debug" } });
    await gone.platform.db.execute("select 1");
    const { createApp } = await import("../../server/app.ts");
    const app = await createApp(gone.platform);
    await gone.close();
    const { headers, statusCode } = await app.inject("/ready");
    expect([statusCode, (await lineOf(headers, gone)).level]).toEqual([503, "debug"]);
    await app.close();
  });

  test("also where the client leaves before the answer", async () => {
    const address = (await listen(on)).replace("ws:", "http:").replace("/ws", "");
    const abort = new AbortController();
    const call = urlOf(signInCalls.login, {});
    const body = JSON.stringify({ phoneNumber: operator, password: md5(password) });
    const headers = { "content-type": "application/json" };
    const before = on.logged.length;
    on.app.server.once("request", () => abort.abort());
    const sent = fetch(`${address}${call}`, { method: "POST", body, headers, signal: abort.signal });
    await expect(sent).rejects.toThrow(/abort/);
    const own = () =>
      lines()
        .slice(before)
        .filter((line) => line.call === "POST /user/login");
    await expect.poll(own).toMatchObject([{ status: 0, aborted: true }]);
  });

  test("also where a signed request breaks off, which says nothing of the database", async () => {
    const { hostname, port } = new URL((await listen(on)).replace("ws:", "http:"));
    const before = on.logged.length;
    const socket = openSocket(Number(port), hostname);
    const head = ["POST /iapi/telemetry HTTP/1.1", "host: x", "content-type: application/json"];
    socket.write([...head, "content-length: 100", "", '{"samp'].join("\r\n"));
    on.app.server.once("request", () => setImmediate(() => socket.destroy()));
    const own = () => lines().slice(before);
    await expect.poll(() => own().find(({ msg }) => msg === "call")).toMatchObject({ aborted: true });
    // What the server makes of it comes later than the line.
    await readCaptcha();
    expect(own().filter(({ msg, level }) => msg === "fault" || level === "error")).toEqual([]);
    expect(on.faults).toEqual([]);
  });

  test("and a second at error with the stack where the fault is the server's own", async () => {
    const broken = await testPlatform({ ends: true });
    const headers = await broken.as("operator");
    await broken.platform.db.execute("alter table companies rename to gone");
    const args = { body: { pageNo: 1, pageSize: 20, keyword: "13812345678" } };
    const answer = await send(broken.app, companyCalls.companyPageList, args, headers);
    expect(answer.status).toBe(500);
    const line = await lineOf(answer.headers, broken);
    expect(line).toMatchObject({ status: 500, state: -1, level: "info" });
    const fault = lines(broken).find(({ msg }) => msg === "fault");
    expect(fault).toMatchObject({
      level: "error",
      reqId: line.reqId,
      call: "POST /company/pageList",
    });
    expect(fault?.["fault"]).toMatch(/42P01[\s\S]*\n +at /);
    expect(broken.logged.join("")).not.toContain("13812345678");
    await broken.close();
  });
});

describe("A refused sign-in", () => {
  const lastFailure = async () => {
    const rows = await on.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, "session"))
      .orderBy(auditLog.id);
    return rows.at(-1);
  };

  test("names the account that was tried, in the log and in the audit trail", async () => {
    const line = await lineOf((await login(operator, "wrong")).headers);
    const { operator: tried } = on.staff;
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
    const { headers } = await login(nobody, "wrong");
    expect(await lineOf(headers)).toMatchObject({ level: "warn", accountId: null, signIn: "wrong" });
    expect(await lastFailure()).toMatchObject({ entityId: null, after: { phoneNumber: "139****0099" } });
  });

  test("of a deleted account names none", async () => {
    await on.db.update(staff).set({ deletedAt: on.clock.now() }).where(eq(staff.id, on.staff.duty.id));
    expect(await lineOf((await login("13911110005", "wrong")).headers)).toMatchObject({ accountId: null });
    await on.db.update(staff).set({ deletedAt: null }).where(eq(staff.id, on.staff.duty.id));
  });

  test("that asks for a captcha, that locks and that is locked say so", async () => {
    await on.db
      .insert(loginFailures)
      .values({ subject: `phone:${operator}`, count: 4, lastAt: on.clock.now() });
    const asked = await lineOf((await login(operator, password)).headers);
    const fifth = await lineOf((await login(operator, "wrong", await readCaptcha())).headers);
    const locked = await lineOf((await login(operator, password, await readCaptcha())).headers);
    expect([asked, fifth, locked].map(({ level, signIn }) => [level, signIn])).toEqual([
      ["warn", "captcha"],
      ["warn", "wrong"],
      ["warn", "locked"],
    ]);
    const accountId = on.staff.operator.id;
    const until = new Date(on.clock.now().getTime() + 15 * 60_000).toISOString();
    expect([asked, fifth, locked].map((line) => [line["accountId"], line["lockedUntil"]])).toEqual([
      [accountId, undefined],
      [accountId, until],
      [accountId, undefined],
    ]);
  });
});

describe("The log holds no secret and nobody's data", () => {
  test("of a sign-in, a failed one, a search by phone, an export, a saved person and a socket", async () => {
    const own = await testPlatform({ demo: true, env: { LOG_LEVEL: "debug" } });
    const right = { phoneNumber: "13911110001", password: md5(password) };
    const { token, uToken, user } = (await send(own.app, signInCalls.login, { body: right })).body
      .data as LoginAnswer;
    const headers = { authorization: token, "x-token": token, "u-token": uToken };
    const wrong = { phoneNumber: "13911110002", password: md5("Wrong-horse-8") };
    await send(own.app, signInCalls.login, { body: wrong });
    const [company] = await own.db.select().from(companies).limit(1);
    const phone = company?.phone ?? "";
    const search = { pageNo: 1, pageSize: 20, keyword: phone };
    await send(own.app, companyCalls.companyPageList, { body: search }, headers);
    const file = await own.app.inject({
      method: "POST",
      url: `${urlOf(companyCalls.companyExport, {})}?note=${phone}`,
      headers: { ...headers, cookie: "visitor=cookie-of-mine" },
      payload: { keyword: company?.name },
    });
    expect(file.headers["x-export-rows"]).toBe("1");
    const made = { name: "钱新人", phoneNumber: "13933330007", roles: ["finance"], requestId: "made-once" };
    const saved = await send(own.app, staffCalls.staffSave, { body: made } as never, headers);
    const { initialPassword } = saved.body.data as { initialPassword: string };
    expect(initialPassword).toBeTruthy();
    const socket = await connect(await listen(own));
    socket.say(message(1, user.id, headers));
    await socket.frame(1);
    socket.raw.close(1000);
    await expect.poll(() => lines(own).filter(({ msg }) => msg === "socket closed")).toHaveLength(1);
    const { name = "", creditCode = "" } = company ?? {};
    const people = [right.phoneNumber, wrong.phoneNumber, phone, made.phoneNumber, made.name, name];
    const secrets = [
      token,
      uToken,
      right.password,
      password,
      wrong.password,
      "Wrong-horse-8",
      initialPassword,
    ];
    const all = own.logged.join("");
    for (const one of [...people, user.name, creditCode, ...secrets, "cookie-of-mine", "made-once"]) {
      expect(one).not.toBe("");
      expect(all).not.toContain(one);
    }
    expect(all).not.toMatch(/argon2|(?<!\d)1[3-9]\d{9}(?!\d)|\p{Script=Han}/u);
    // Every call of this test is there, so that nothing is missing that might have told.
    expect(lines(own).filter(({ msg }) => msg === "call")).toHaveLength(5);
    await own.close();
  });

  test("where code hands them over by mistake", () => {
    const { log } = on.platform;
    const before = on.logged.length;
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
    const said = on.logged.slice(before).join("");
    expect(said).toContain("asked for [phone]");
    expect(said).not.toMatch(/孙某|13812340000|of-sun/);
  });
});
