import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { smsCalls } from "../../../adapters/contract/sms.ts";
import { createDemoGateway } from "../../../demo/createDemoGateway.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import type { SmsGateway } from "../../../server/sms/gateway.ts";
import { markClaimedUnknown } from "../../../server/sms/markClaimedUnknown.ts";
import { createSmsSender } from "../../../server/sms/smsSender.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";
import { createSmsFixture, insertBatch, insertSms } from "./smsFixture.ts";

const hourMs = 3_600_000;
const pollOptions = { timeout: 20_000 };

const fixture = await createSmsFixture();
// Send everything left by other tests.
beforeEach(async () => {
  await fixture.drain();
});
afterEach(() => expect(fixture.ctx.errors).toEqual([]));
afterAll(() => fixture.ctx.close());

/** Advances the clock to this time of day in Shanghai, in ms after midnight. */
const advanceToTime = (timeMs: number) => {
  const timeOfDay = (fixture.ctx.clock.now().getTime() + 8 * hourMs) % (24 * hourMs);
  return fixture.advance((timeMs - timeOfDay + 24 * hourMs) % (24 * hourMs));
};

const resend = ({ id, version }: { id: string; version: number }) =>
  injectCall(
    fixture.ctx.app,
    smsCalls.smsResend,
    { body: { id, version, requestId: fixture.nextRequestId() } },
    fixture.operator,
  );

describe("A sent message", () => {
  test.each([
    ["13600000100", "failed", "空号", 1],
    ["13600000101", "failed", "关机", 1],
    ["13600000102", "unknown", "网关没有答复，可能已发出", 1],
    ["13600000103", "sent", "", 1],
    ["13600000110", "delivered", "", 1],
  ])("to %s is %s %s", async (phone, status, failReason, attempts) => {
    const { id } = await insertSms(fixture.ctx.db, { phone });
    await fixture.drain();
    await fixture.advance(5_000);
    await fixture.fetchReports();
    expect(await fixture.getOne(id)).toMatchObject({ status, failReason, attempts });
  });

  test("of marketing that is answered with R ends marketing to the phone, but not other messages", async () => {
    const { db } = fixture.ctx;
    await insertSms(db, { phone: "13600000104", type: "marketing" });
    await fixture.drain();
    await fixture.advance(5_000);
    await fixture.fetchReports();
    expect(await db.select().from(smsDeclines)).toMatchObject([{ phone: "13600000104", source: "reply" }]);
    await fixture.advance(60_000);
    expect((await fixture.sendSingle("13600000104", "marketing")).body.message).toBe(
      "该号码已退订营销短信，不能发送",
    );
    expect((await fixture.sendSingle("13600000104", "verify")).body.state).toBe(0);
    const waiting = await insertSms(db, { phone: "13600000104", type: "marketing", urgency: 2 });
    const received = await fixture.drain();
    expect(received).toHaveLength(1);
    expect(await fixture.getOne(waiting.id)).toMatchObject({
      status: "failed",
      failReason: "用户已退订",
      attempts: 0,
    });
  });

  test("can be marked as declined by staff", async () => {
    const { id } = await insertSms(fixture.ctx.db, {
      phone: "13600000111",
      type: "marketing",
      status: "delivered",
    });
    const body = { id, requestId: fixture.nextRequestId() };
    expect(
      (await injectCall(fixture.ctx.app, smsCalls.smsDecline, { body }, fixture.operator)).body.state,
    ).toBe(0);
    expect((await fixture.sendSingle("13600000111", "marketing")).body.message).toBe(
      "该号码已退订营销短信，不能发送",
    );
  });

  test("of unknown result is never resent, but a report can still update it", async () => {
    const { db, clock } = fixture.ctx;
    const { id } = await insertSms(db, { phone: "13600000102" });
    await fixture.drain();
    const unknown = await fixture.getOne(id);
    expect(unknown.status).toBe("unknown");
    expect((await resend(unknown)).body.message).toBe(
      "短信当前状态为「结果未知」，不能重发：对方可能已经收到，请核对后另行发送",
    );
    await fixture.advance(24 * hourMs);
    expect(await fixture.drain()).toEqual([]);
    const reportingGateway: SmsGateway = {
      ...createDemoGateway(clock.now),
      reports: async (sentMessages) =>
        sentMessages.map(({ key }) => ({ key, delivered: true, reason: "", reply: "" })),
    };
    await fixture.fetchReports(reportingGateway);
    expect(await fixture.getOne(id)).toMatchObject({ status: "delivered", failReason: "" });
  });

  test("that has failed can be resent, with another key", async () => {
    const { id } = await insertSms(fixture.ctx.db, { phone: "13600000100" });
    const [before] = await fixture.drain();
    expect((await resend(await fixture.getOne(id))).body).toMatchObject({
      state: 0,
      data: { status: "queued" },
    });
    const [after] = await fixture.drain();
    expect([before?.key, after?.key]).toEqual([`${id}-1`, `${id}-2`]);
    expect(await fixture.getOne(id)).toMatchObject({ status: "failed", failReason: "空号", attempts: 2 });
  });

  test("that fails repeatedly is sent at most ten times a day", async () => {
    const { id } = await insertSms(fixture.ctx.db, {
      phone: "13600000200",
      createdAt: fixture.ctx.clock.now(),
    });
    await fixture.drain();
    for (let nth = 0; nth < 9; nth++) {
      expect((await resend(await fixture.getOne(id))).body.state).toBe(0);
      await fixture.drain();
    }
    expect((await resend(await fixture.getOne(id))).body.message).toBe(
      "该号码今天已发送 10 条短信，达到每日上限，请明天再试",
    );
    await fixture.advance(24 * hourMs);
    expect((await resend(await fixture.getOne(id))).body.state).toBe(0);
  });
});

describe("The hours of marketing in Shanghai", () => {
  test.each([
    ["21:59:59.999", 22 * hourMs - 1, "13600000124", "sent"],
    ["22:00", 22 * hourMs, "13600000125", "queued"],
    ["07:59:59.999", 8 * hourMs - 1, "13600000126", "queued"],
    ["08:00", 8 * hourMs, "13600000127", "sent"],
  ])("at %s", async (_when, ms, phone, status) => {
    await advanceToTime(ms);
    const response = await fixture.sendSingle(phone, "marketing");
    const { id } = response.body.data as { id: string };
    await fixture.drain();
    expect((await fixture.getOne(id)).status).toBe(status);
    const notice = await insertSms(fixture.ctx.db);
    await fixture.drain();
    expect((await fixture.getOne(notice.id)).status).not.toBe("queued");
  });

  test("delay queued messages to the next morning, also those of a bulk batch", async () => {
    const { db } = fixture.ctx;
    await advanceToTime(22 * hourMs);
    const morning = new Date(fixture.ctx.clock.now().getTime() + 10 * hourMs).toISOString();
    const waits = (await fixture.sendSingle("13600000121", "marketing")).body.data;
    expect(waits).toMatchObject({ notBefore: morning });
    const queued = await insertSms(db, { phone: "13600000122", type: "marketing", urgency: 2 });
    expect(await fixture.drain()).toEqual([]);
    expect((await fixture.getOne(queued.id)).notBefore.toISOString()).toBe(morning);
    await fixture.advance(10 * hourMs);
    expect((await fixture.drain()).map(({ phone }) => phone)).toEqual(["13600000121", "13600000122"]);
  });
});

describe("The queue", () => {
  test("sends verification codes first, then single messages, then bulk ones", async () => {
    const { db } = fixture.ctx;
    await insertSms(db, { phone: "13600000131", urgency: 2 });
    await insertSms(db, { phone: "13600000132", urgency: 1 });
    await insertSms(db, { phone: "13600000133", urgency: 0, type: "verify" });
    expect((await fixture.drain()).map(({ phone }) => phone)).toEqual([
      "13600000133",
      "13600000132",
      "13600000131",
    ]);
  });

  test("hands out each message once to concurrent senders", async () => {
    const { db } = fixture.ctx;
    for (let nth = 0; nth < 60; nth++)
      await insertSms(db, { phone: `1360000${String(2000 + nth * 10 + 5)}` });
    const received = (await Promise.all(Array.from({ length: 6 }, () => fixture.drain()))).flat();
    expect(received).toHaveLength(60);
    expect(new Set(received.map(({ phone }) => phone)).size).toBe(60);
  });

  test("marks a message as sending before the submission, and as unknown if that breaks off", async () => {
    const { db, clock } = fixture.ctx;
    const record = await insertSms(db, { phone: "13600000140" });
    const seen: string[] = [];
    const cut: SmsGateway = {
      ...createDemoGateway(clock.now),
      submit: async () => {
        seen.push((await fixture.getOne(record.id)).status);
        throw new Error("cut");
      },
    };
    await fixture.drain(cut);
    expect(seen).toEqual(["sending"]);
    expect((await fixture.getOne(record.id)).status).toBe("unknown");
  });

  test("continues after a crash: claimed messages become unknown, others are sent", async () => {
    const { db, clock, platform } = fixture.ctx;
    const batch = await insertBatch(db, { total: 2 });
    const of = { batchId: batch.id, urgency: 2 };
    const claimed = await insertSms(db, {
      ...of,
      phone: "13600000141",
      status: "sending",
      claimedAt: clock.now(),
      attempts: 1,
    });
    const waiting = await insertSms(db, { ...of, phone: "13600000142" });
    const sender = createSmsSender(platform, createDemoGateway(clock.now));
    await sender.start();
    await vi.waitFor(async () => expect((await fixture.getOne(waiting.id)).status).toBe("sent"), pollOptions);
    expect(await fixture.getOne(claimed.id)).toMatchObject({
      status: "unknown",
      failReason: "发送时服务中断，可能已发出",
      attempts: 1,
    });
    await vi.waitFor(async () => {
      const { data } = (
        await injectCall(fixture.ctx.app, smsCalls.smsBatch, { params: { id: batch.id } }, fixture.operator)
      ).body;
      expect(data).toMatchObject({ status: "finished", counts: { unknown: 1, sent: 1 } });
    }, pollOptions);
    await sender.stop();
  });

  test("does not change messages claimed within the last minute, which may be in progress", async () => {
    const { db, clock } = fixture.ctx;
    const { id } = await insertSms(db, { status: "sending", claimedAt: clock.now(), attempts: 1 });
    await fixture.advance(59_999);
    await markClaimedUnknown(db, new Date(clock.now().getTime() - 60_000), clock.now());
    expect((await fixture.getOne(id)).status).toBe("sending");
    await fixture.advance(1);
    await markClaimedUnknown(db, new Date(clock.now().getTime() - 60_000), clock.now());
    expect((await fixture.getOne(id)).status).toBe("unknown");
  });
});

test("The sender of a bulk batch gets its progress over the socket, up to the end", async () => {
  const { ctx, factory, operator } = fixture;
  const company = await factory.createCompany();
  for (let nth = 0; nth < 20; nth++)
    await factory.createUser(company.id, { phoneNumber: `1350000${2000 + nth * 10 + 6}` });
  const socket = await connectSocket(await listenSocket(ctx));
  socket.send(createMessage(1, ctx.staff.operator.id, operator));
  await socket.nextFrame(1);
  const sender = createSmsSender(ctx.platform, createDemoGateway(ctx.clock.now));
  await sender.start();
  const { data } = (await fixture.sendBulk({})).body;
  const { batchId } = data as { batchId: string };
  const handledCounts: number[] = [];
  for (;;) {
    const event = (await socket.nextFrame(11)).data as {
      batchId: string;
      status: string;
      counts: Record<string, number>;
    };
    expect(event.batchId).toBe(batchId);
    handledCounts.push(20 - (event.counts["queued"] ?? 0) - (event.counts["sending"] ?? 0));
    if (event.status === "finished") break;
  }
  expect(handledCounts.at(-1)).toBe(20);
  expect(handledCounts.toSorted((a, b) => a - b)).toEqual(handledCounts);
  await sender.stop();
  socket.raw.close();
});
