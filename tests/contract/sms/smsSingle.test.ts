import { afterAll, describe, expect, test } from "vitest";
import { revealCalls } from "../../../adapters/contract/reveal.ts";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createSmsFixture, insertSms } from "./smsFixture.ts";

const fixture = await createSmsFixture();
afterAll(() => fixture.ctx.close());

const getId = ({ body }: { body: { data: unknown } }) => (body.data as { id: string }).id;
const minuteMs = 60_000;

describe("A single message", () => {
  //
  test("is queued immediately with the default template of its type, and sent in the background", async () => {
    const response = await fixture.sendSingle("13600000010", "notice");
    expect(response.body).toMatchObject({ state: 0, data: { status: "queued", version: 1 } });
    const [submitted] = await fixture.drain();
    expect(submitted).toMatchObject({
      phone: "13600000010",
      signature: "低空服务平台",
      templateCode: "NOTICE_ACCOUNT",
      content: "【低空服务平台】您的账号信息有更新，请登录平台查看。如非本人操作，请立即联系您的客户经理。",
    });
    expect(await fixture.getOne(getId(response))).toMatchObject({ status: "sent", attempts: 1, parts: 1 });
    await fixture.advance(2_000);
    await fixture.fetchReports();
    expect(await fixture.getOne(getId(response))).toMatchObject({ status: "delivered", failReason: "" });
  });

  test("with a code sends it only to the phone, and does not store it", async () => {
    const response = await fixture.sendSingle("13600000011", "verify");
    const waiting = await fixture.getOne(getId(response));
    expect(waiting.content).toBe("【低空服务平台】验证码******，5 分钟内有效，请勿告知他人。");
    const [submitted] = await fixture.drain();
    const [, code = ""] =
      /^【低空服务平台】验证码(\d{6})，5 分钟内有效，请勿告知他人。$/.exec(submitted?.content ?? "") ?? [];
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(await fixture.getOne(getId(response)))).not.toContain(code);
    expect(JSON.stringify(await fixture.ctx.db.select().from(auditLog))).not.toContain(code);
  });

  test("goes to a phone at most once a minute", async () => {
    expect((await fixture.sendSingle("13600000012", "notice")).body.state).toBe(0);
    await fixture.advance(17_500);
    expect((await fixture.sendSingle("13600000012", "verify")).body).toMatchObject({
      state: -1,
      message: "该号码 1 分钟内已发送过短信，请 43 秒后再试",
    });
    await fixture.advance(42_499);
    expect((await fixture.sendSingle("13600000012", "notice")).body.message).toBe(
      "该号码 1 分钟内已发送过短信，请 1 秒后再试",
    );
    await fixture.advance(1);
    expect((await fixture.sendSingle("13600000012", "notice")).body.state).toBe(0);
  });

  test("goes to a phone at most ten times a day in Shanghai, including bulk messages", async () => {
    const { db, clock } = fixture.ctx;
    const phone = "13600000013";
    for (let nth = 0; nth < 9; nth++) await insertSms(db, { phone, createdAt: clock.now(), status: "sent" });
    await fixture.advance(minuteMs);
    expect((await fixture.sendSingle(phone, "notice")).body.state).toBe(0);
    await fixture.advance(minuteMs);
    expect((await fixture.sendSingle(phone, "notice")).body).toMatchObject({
      state: -1,
      message: "该号码今天已发送 10 条短信，达到每日上限，请明天再试",
    });
    await fixture.advance(14 * 60 * minuteMs);
    expect((await fixture.sendSingle(phone, "notice")).body.state).toBe(0);
    await fixture.advance(10 * 60 * minuteMs);
  });

  test("of yesterday that is resent today counts for today", async () => {
    const { app, db, clock } = fixture.ctx;
    const phone = "13600000016";
    const yesterday = new Date(clock.now().getTime() - 24 * 60 * minuteMs);
    const before = { createdAt: yesterday, claimedAt: yesterday, status: "failed", attempts: 3 } as const;
    const { id, version } = await insertSms(db, { phone, ...before });
    for (let nth = 0; nth < 8; nth++) await insertSms(db, { phone, createdAt: clock.now(), status: "sent" });
    const body = { id, version, requestId: fixture.nextRequestId() };
    expect((await injectCall(app, smsCalls.smsResend, { body }, fixture.operator)).body.state).toBe(0);
    await fixture.drain();
    await fixture.advance(minuteMs);
    expect((await fixture.sendSingle(phone, "notice")).body.state).toBe(0);
    await fixture.advance(minuteMs);
    expect((await fixture.sendSingle(phone, "notice")).body.message).toBe(
      "该号码今天已发送 10 条短信，达到每日上限，请明天再试",
    );
  });

  test("is sent once of two concurrent ones to the same phone", async () => {
    const both = await Promise.all([
      fixture.sendSingle("13600000014", "notice"),
      fixture.sendSingle("13600000014", "notice"),
    ]);
    expect(both.map(({ body }) => body.state).sort()).toEqual([-1, 0]);
  });

  test("is found by phone and by text, and its masked phone can be revealed with a reason", async () => {
    const record = await insertSms(fixture.ctx.db, {
      phone: "13600009876",
      search: "【低空服务平台】独一无二",
    });
    for (const keyword of ["13600009876", "独一无二"]) {
      const body = { pageNo: 1, pageSize: 20, keyword };
      const page = (await injectCall(fixture.ctx.app, smsCalls.smsListPage, { body }, fixture.operator)).body
        .data;
      expect(page).toMatchObject({
        total: 1,
        list: [{ id: record.id, phone: "136****9876" }],
        sums: { count: 1, parts: 1 },
        counts: { queued: 1, delivered: 0 },
      });
    }
    const revealRequest = { entity: "sms", id: record.id, field: "phone", reason: "电话回访" } as const;
    const response = await injectCall(
      fixture.ctx.app,
      revealCalls.reveal,
      { body: revealRequest },
      fixture.operator,
    );
    expect(response.body.data).toEqual({ value: "13600009876" });
  });

  //
  test("is only hidden by deletion, and cannot be deleted in progress", async () => {
    const { app, db } = fixture.ctx;
    const deleted = await insertSms(db, { status: "delivered", phone: "13600000015" });
    const remove = (id: string) =>
      injectCall(
        app,
        smsCalls.smsDelete,
        { params: { id }, query: { requestId: fixture.nextRequestId() } },
        fixture.operator,
      );
    expect((await remove(deleted.id)).body.state).toBe(0);
    expect(
      (await injectCall(app, smsCalls.smsOne, { params: { id: deleted.id } }, fixture.operator)).body,
    ).toMatchObject({
      state: -1,
      message: "短信不存在或已删除",
    });
    expect(await fixture.getOne(deleted.id)).toMatchObject({ phone: "13600000015", status: "delivered" });
    for (const status of ["queued", "sending"] as const) {
      const busy = await insertSms(db, { status, claimedAt: fixture.ctx.clock.now() });
      expect((await remove(busy.id)).body.message).toBe("短信正在发送，请待发送结束后再删除");
    }
  });
});

test("Without a gateway in production, messages are refused", async () => {
  const bare = await createSmsFixture({ NODE_ENV: "production", SECRET_KEY: "00".repeat(32) });
  expect((await bare.sendSingle("13600000010", "notice")).body).toMatchObject({
    state: -1,
    message: "尚未配置短信网关，请联系管理员",
  });
  expect((await bare.sendBulk({})).body.message).toBe("尚未配置短信网关，请联系管理员");
  expect(await bare.getAll()).toEqual([]);
  await bare.ctx.close();
});
