import { asc, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type ScreenRow, screenCalls } from "../../adapters/contract/screen.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { screens } from "../../server/db/schema/screen.ts";
import { injectCall } from "../helpers/injectCall.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";
import { createScreenFactory, openLink } from "./createScreenFactory.ts";

const ctx = await createTestPlatform({ env: { TRUST_PROXY: "127.0.0.1" } });
const factory = createScreenFactory(ctx);
afterAll(() => ctx.close());

const minute = 60_000;
const from = (address: string) => ({ "x-forwarded-for": address });
const spent = "已有人打开过此链接；请运维在「大屏」中查看打开的时间和地址，并重新生成链接";
const expired = "链接已过期（生成后 15 分钟内有效），请运维在「大屏」中重新生成";
const unknown = "链接无效或已被新链接取代，请运维在「大屏」中重新生成";

const open = (token: string, headers?: Readonly<Record<string, string>>) => openLink(ctx, token, headers);
const getSession = async (cookie: string) =>
  (await ctx.app.inject({ url: "/wall/api/session", headers: { cookie } })).statusCode;
async function getRow(id: string): Promise<ScreenRow | undefined> {
  const login = await factory.signIn("maintainer");
  const args = { body: { pageNo: 1, pageSize: 200 } };
  const { body } = await injectCall(ctx.app, screenCalls.screenList, args, login);
  return (body.data as { list: ScreenRow[] }).list.find((row) => row.id === id);
}
const getAudit = async (id: string) =>
  (
    await ctx.db
      .select({ summary: auditLog.summary, address: auditLog.address, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entityId, id))
      .orderBy(asc(auditLog.id))
  ).slice(1);

describe("The link of a screen", () => {
  test("is answered once; the database has hashes only", async () => {
    const body = { requestId: factory.requestId(), name: "西墙", layout: "tasks" as const };
    const login = await factory.signIn("maintainer");
    const first = await injectCall(ctx.app, screenCalls.screenSave, { body }, login);
    const repeated = await injectCall(ctx.app, screenCalls.screenSave, { body }, login);
    const { secret } = first.body.data as { secret: string };
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(repeated.body.data).toEqual({ ...(first.body.data as object), secret: null });
    const { cookie } = await open(secret);
    const stored = JSON.stringify([
      await ctx.db.select().from(screens),
      await ctx.db.select().from(auditLog),
    ]);
    for (const token of [secret, cookie.slice("wall=".length)]) expect(stored).not.toContain(token);
  });

  test("is traded for a cookie of another token, which scripts and other paths do not get", async () => {
    const { id, token } = await factory.makeUnopened("东墙");
    expect(await getRow(id)).toMatchObject({ link: "waiting", openedAt: null, openedFrom: null });
    ctx.clock.advance(15 * minute);
    const { data, cookie, setCookie } = await open(token, from("10.0.0.7"));
    expect(data).toEqual({
      id,
      name: "东墙",
      layout: "map",
      shown: "",
      sound: false,
      serverTime: ctx.clock.now().toISOString(),
    });
    expect(setCookie).toBe(`${cookie}; Path=/wall; Max-Age=34560000; HttpOnly; SameSite=Strict`);
    expect(cookie).toMatch(/^wall=[\w-]{43}$/);
    expect(cookie).not.toContain(token);
    expect(await getSession(cookie)).toBe(200);
    expect(await getSession(`wall=${token}`)).toBe(401);
    const openedAt = ctx.clock.now().toISOString();
    expect(await getRow(id)).toMatchObject({
      link: "opened",
      openedAt,
      openedFrom: "10.0.0.7",
      refusedAt: null,
    });
    expect(await getAudit(id)).toEqual([
      { summary: "打开大屏链接", address: "10.0.0.7", after: { name: "东墙" } },
    ]);
  });

  test("opened a second time is refused, audited and told, and the screen shows on", async () => {
    const { id, token, cookie } = await factory.make("南墙");
    ctx.clock.advance(minute);
    const { status, message, data, cookie: none } = await open(token, from("10.0.0.66"));
    expect([status, message, data, none]).toEqual([403, spent, { reason: "linkSpent" }, ""]);
    const refusedAt = ctx.clock.now().toISOString();
    expect(await getRow(id)).toMatchObject({ link: "refused", refusedAt, refusedFrom: "10.0.0.66" });
    expect((await getAudit(id)).at(-1)).toEqual({
      summary: "打开大屏链接",
      address: "10.0.0.66",
      after: { name: "南墙", failed: spent },
    });
    expect(await getSession(cookie)).toBe(200);
  });

  test("goes to one of two that open it at once", async () => {
    const { token } = await factory.makeUnopened();
    const both = await Promise.all([open(token), open(token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test("opened after 15 minutes is refused, audited and told", async () => {
    const { id, token } = await factory.makeUnopened();
    ctx.clock.advance(15 * minute + 1);
    expect((await getRow(id))?.link).toBe("expired");
    const { status, message, data } = await open(token, from("10.0.0.8"));
    expect([status, message, data]).toEqual([403, expired, { reason: "linkExpired" }]);
    expect(await getRow(id)).toMatchObject({ link: "refused", openedAt: null, refusedFrom: "10.0.0.8" });
    expect(await getAudit(id)).toMatchObject([{ after: { failed: expired } }]);
  });

  test("may be opened again by the same opening, whose answer may have been lost, within 15 minutes", async () => {
    const { id, token } = await factory.makeUnopened();
    const requestId = "opening-1";
    const lost = await open(token, { requestId });
    const again = await open(token, { requestId });
    expect([again.status, await getSession(again.cookie), await getSession(lost.cookie)]).toEqual([
      200, 200, 401,
    ]);
    ctx.clock.advance(15 * minute + 1);
    expect((await open(token, { requestId })).data).toEqual({ reason: "linkExpired" });
    expect((await getRow(id))?.link).toBe("refused");
  });

  test("is no second opening in the browser that is its screen", async () => {
    const { id, token, cookie } = await factory.make();
    const other = await factory.make();
    expect((await open(token, { cookie })).data).toMatchObject({ id });
    expect((await open("A".repeat(43), { cookie })).data).toMatchObject({ id });
    expect((await getRow(id))?.refusedAt).toBeNull();
    expect((await open(token, { cookie: other.cookie })).message).toBe(spent);
  });

  test("is refused where it was never issued, is malformed, comes from another site, or its screen is revoked", async () => {
    const made = await factory.makeUnopened();
    const never = await open("A".repeat(43));
    expect([never.status, never.message, never.data]).toEqual([401, unknown, { reason: "linkUnknown" }]);
    expect((await open("short")).status).toBe(400);
    const foreign = await open(made.token, { origin: "https://evil.example", host: "console.example" });
    expect([foreign.status, foreign.cookie]).toEqual([403, ""]);
    await factory.revoke(made);
    expect((await open(made.token)).message).toBe("屏幕已停用，请联系运维");
  });

  test("can be made anew, which ends the one before and the browser that has opened it", async () => {
    const { token, cookie, ...screen } = await factory.make();
    await open(token);
    const renewed = await factory.renewLink(screen);
    expect(await getRow(screen.id)).toMatchObject({
      link: "waiting",
      openedAt: null,
      refusedAt: null,
      version: 2,
    });
    expect([await getSession(cookie), (await open(token)).message]).toEqual([401, unknown]);
    const opened = await open(renewed.token);
    expect([opened.status, await getSession(opened.cookie)]).toEqual([200, 200]);
  });

  test("of a screen from before links of one use: its cookie is good, its link is not", async () => {
    const { id, token, cookie } = await factory.make();
    const older = { linkHash: null, linkMadeAt: null, openedAt: null, openedFrom: null, openingHash: null };
    await ctx.db.update(screens).set(older).where(eq(screens.id, id));
    expect([await getSession(cookie), (await getRow(id))?.link]).toEqual([200, "opened"]);
    expect((await open(token)).message).toBe(unknown);
    expect((await open(token, { cookie })).status).toBe(200);
  });
});
