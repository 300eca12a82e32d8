import { afterAll, describe, expect, test } from "vitest";
import { type ScreenRow, screenCalls } from "../../adapters/contract/screen.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { createTestPlatform, openSession } from "../helpers/testPlatform.ts";
import { createScreenFactory, openLink, sendReport } from "./createScreenFactory.ts";

const ctx = await createTestPlatform();
const factory = createScreenFactory(ctx);
afterAll(() => ctx.close());

const get = (url: string, cookie?: string, headers: Record<string, string> = {}) =>
  ctx.app.inject({ method: "GET", url, headers: { ...headers, ...(cookie ? { cookie } : {}) } });
const report = (cookie: string, fields?: object) => sendReport(ctx, cookie, fields);
async function getRow(id: string): Promise<ScreenRow> {
  const args = { body: { pageNo: 1, pageSize: 200 } };
  const { body } = await injectCall(
    ctx.app,
    screenCalls.screenList,
    args,
    await factory.signIn("maintainer"),
  );
  const row = (body.data as { list: ScreenRow[] }).list.find((one) => one.id === id);
  if (!row) throw new Error("The screen is not listed");
  return row;
}
const overviewQuery = { query: "{ overview { flying } }" };

describe("The cookie of a screen", () => {
  test("of another page's origin is refused for that reason: the screen itself may be well", async () => {
    const { cookie } = await factory.make();
    const headers = { origin: "https://evil.example", host: "console.example" };
    const { statusCode, body } = await get("/wall/api/session", cookie, headers);
    expect([statusCode, JSON.parse(body).data]).toEqual([403, { reason: "foreignOrigin" }]);
  });

  test("is found among other cookies of its name", async () => {
    const { id, cookie } = await factory.make();
    const revoked = await factory.make();
    await factory.revoke(revoked);
    const unknown = `wall=${"A".repeat(43)}`;
    for (const others of ["wall=other", unknown, revoked.cookie]) {
      const { statusCode, body } = await get("/wall/api/session", `${others}; ${cookie}`);
      expect([others, statusCode, JSON.parse(body).data.id]).toEqual([others, 200, id]);
      // Its own is renewed, not the first of its name.
      const { headers } = await report(`${others}; ${cookie}`);
      expect(headers["set-cookie"]).toContain(`${cookie};`);
    }
    expect((await get("/wall/api/session", `${revoked.cookie}; ${unknown}`)).statusCode).toBe(403);
    expect((await get("/wall/api/session", `${unknown}; ${revoked.cookie}`)).statusCode).toBe(403);
  });

  test("is not in the log", async () => {
    const { token, cookie } = await factory.make();
    await get("/wall/api/session", cookie);
    await report(cookie);
    const log = ctx.logLines.join("");
    for (const secret of [token, cookie.slice("wall=".length)]) expect(log).not.toContain(secret);
  });
});

describe("A screen", () => {
  test("is nobody to the console, and the console's sessions are nobody to the wall", async () => {
    const { cookie } = await factory.make();
    const token = cookie.slice("wall=".length);
    const asScreen = { cookie, authorization: token, "u-token": token, "x-token": token };
    expect((await get("/wms/api/x/alarm/open", undefined, asScreen)).statusCode).toBe(401);
    const graphql = await ctx.app.inject({
      method: "POST",
      url: "/graphql",
      headers: asScreen,
      payload: overviewQuery,
    });
    expect(graphql.statusCode).toBe(401);
    const admin = await openSession(ctx.platform, ctx.staff.admin.id);
    expect((await get("/wall/api/x/alarm/open", `wall=${admin["authorization"]}`, admin)).statusCode).toBe(
      401,
    );
    expect((await get("/wall/api/session", undefined, admin)).statusCode).toBe(401);
  });

  test("is not found below its paths, instead of getting the console's page", async () => {
    const { cookie } = await factory.make();
    expect((await get("/wall/api/user/login", cookie)).statusCode).toBe(404);
  });

  test("does not idle out", async () => {
    const { cookie } = await factory.make();
    ctx.clock.advance(30 * 86_400_000);
    expect((await get("/wall/api/session", cookie)).statusCode).toBe(200);
  });

  test("that is revoked is told what to do at once; once it is in use again, its cookie is good", async () => {
    const screen = await factory.make();
    expect((await factory.revoke(screen)).body.state).toBe(0);
    const { statusCode, body } = await get("/wall/api/x/alarm/open", screen.cookie);
    expect([statusCode, JSON.parse(body).message]).toEqual([403, "屏幕已停用，请联系运维"]);
    expect((await getRow(screen.id)).state).toBe("revoked");
    expect((await factory.revoke({ ...screen, version: 2 })).body.message).toContain("已停用");
    expect((await factory.restore({ ...screen, version: 2 })).body.state).toBe(0);
    expect((await get("/wall/api/session", screen.cookie)).statusCode).toBe(200);
    expect((await factory.restore({ ...screen, version: 3 })).body.message).toContain("正在使用");
  });
});

describe("Saving a screen", () => {
  const save = async (fields: object) => {
    const body = { requestId: factory.requestId(), name: "南墙", layout: "map" as const, ...fields };
    return (await injectCall(ctx.app, screenCalls.screenSave, { body }, await factory.signIn("admin"))).body;
  };

  test("changes name and layout, and leaves the token as it is", async () => {
    const { id, version, cookie } = await factory.make("北墙");
    const { state, data } = await save({ id, version, name: "北墙二", layout: "alarms" });
    expect([state, data]).toEqual([0, { id, version: 2, secret: null }]);
    const { body } = await get("/wall/api/session", cookie);
    expect(JSON.parse(body).data).toMatchObject({ name: "北墙二", layout: "alarms" });
  });

  test("refuses a name that is in use; that of a revoked screen is free, until it is in use again", async () => {
    const screen = await factory.make("南墙");
    expect((await save({})).message).toBe("已有同名的大屏，请更换名称");
    await factory.revoke(screen);
    expect((await save({})).state).toBe(0);
    const { body } = await factory.restore({ ...screen, version: 2 });
    expect(body.message).toBe("已有同名的大屏，请更换名称");
  });
});

test("Screens of one address report as often as they want; tokens are tried 3 times a minute", async () => {
  const limited = await createTestPlatform({ env: { RATE_LIMIT: "3" } });
  try {
    const { cookie } = await createScreenFactory(limited).make();
    limited.clock.advance(60_000);
    const headers = { cookie };
    for (let n = 0; n < 5; n++) {
      const { statusCode } = await limited.app.inject({ url: "/wall/api/session", headers });
      expect(statusCode).toBe(200);
    }
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      statuses.push((await openLink(limited, "A".repeat(43))).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
  } finally {
    await limited.close();
  }
});

describe("A report", () => {
  test.each([
    ["online", {}],
    ["stale", { dataAgeMs: 15_001 }],
    ["stale", { dataAgeMs: null }],
    ["frozen", { paintAgeMs: 10_001 }],
  ])("makes the screen %s: %o", async (state, fields) => {
    const screen = await factory.make();
    expect((await getRow(screen.id)).state).toBe("offline");
    const { body, headers } = await report(screen.cookie, fields);
    expect(JSON.parse(body).data).toEqual({ reload: false });
    expect(headers["set-cookie"]).toContain("Max-Age=34560000");
    expect(await getRow(screen.id)).toMatchObject({
      state,
      version: 1,
      build: "a1b2c3d",
      frameRate: 59.5,
      heapBytes: 48_000_000,
      reportedAt: ctx.clock.now().toISOString(),
    });
    ctx.clock.advance(90_001);
    expect((await getRow(screen.id)).state).toBe("offline");
  });

  test("is answered with the reload that somebody asks for, until the page has been loaded again", async () => {
    const screen = await factory.make();
    expect((await factory.reload(screen)).body.message).toContain("离线");
    const loadedAt = ctx.clock.now().toISOString();
    await report(screen.cookie);
    ctx.clock.advance(1_000);
    expect((await factory.reload(screen)).body.state).toBe(0);
    const isAsked = async (fields: object) => JSON.parse((await report(screen.cookie, fields)).body).data;
    expect(await isAsked({ loadedAt })).toEqual({ reload: true });
    expect(await isAsked({ loadedAt })).toEqual({ reload: true });
    expect(await isAsked({ loadedAt: ctx.clock.now().toISOString() })).toEqual({ reload: false });
  });
});
