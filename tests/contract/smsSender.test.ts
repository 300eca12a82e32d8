import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { smsCalls } from "../../adapters/contract/sms.ts";
import { smsDeclines } from "../../server/db/schema/smsDecline.ts";
import { demoGateway } from "../../server/sms/demoGateway.ts";
import type { SmsGateway } from "../../server/sms/gateway.ts";
import { loseClaimed } from "../../server/sms/loseClaimed.ts";
import { createSender } from "../../server/sms/sender.ts";
import { send } from "../send.ts";
import { putBatch, putSms, type SmsDesk, smsDesk } from "./smsDesk.ts";
import { connect, listen, message } from "./socketClient.ts";

const hourMs = 3_600_000;
const patience = { timeout: 20_000 };

let desk: SmsDesk;
beforeAll(async () => {
  desk = await smsDesk();
});
// Nothing is due but what the test itself puts there.
beforeEach(async () => {
  await desk.drain();
});
afterEach(() => expect(desk.on.faults).toEqual([]));
afterAll(() => desk.on.close());

/** Lets time go by until the clocks of Shanghai show so many milliseconds after midnight. */
const until = (timeMs: number) => {
  const shown = (desk.on.clock.now().getTime() + 8 * hourMs) % (24 * hourMs);
  return desk.later((timeMs - shown + 24 * hourMs) % (24 * hourMs));
};

const resend = ({ id, version }: { id: string; version: number }) =>
  send(
    desk.on.app,
    smsCalls.smsResend,
    { body: { id, version, requestId: desk.requestId() } },
    desk.operator,
  );

describe("What becomes of a message", () => {
  test.each([
    ["13600000100", "failed", "空号", 1],
    ["13600000101", "failed", "关机", 1],
    ["13600000102", "unknown", "网关没有答复，可能已发出", 1],
    ["13600000103", "sent", "", 1],
    ["13600000110", "delivered", "", 1],
  ])("to %s is %s %s", async (phone, status, failReason, attempts) => {
    const { id } = await putSms(desk.on.db, { phone });
    await desk.drain();
    await desk.later(5_000);
    await desk.report();
    expect(await desk.one(id)).toMatchObject({ status, failReason, attempts });
  });

  test("whose phone replies R to marketing: it gets none any more, but still what is no marketing", async () => {
    const { db } = desk.on;
    await putSms(db, { phone: "13600000104", type: "marketing" });
    await desk.drain();
    await desk.later(5_000);
    await desk.report();
    expect(await db.select().from(smsDeclines)).toMatchObject([{ phone: "13600000104", source: "reply" }]);
    await desk.later(60_000);
    expect((await desk.single("13600000104", "marketing")).body.message).toBe(
      "该号码已退订营销短信，不能发送",
    );
    expect((await desk.single("13600000104", "verify")).body.state).toBe(0);
    const waiting = await putSms(db, { phone: "13600000104", type: "marketing", urgency: 2 });
    const got = await desk.drain();
    expect(got).toHaveLength(1);
    expect(await desk.one(waiting.id)).toMatchObject({
      status: "failed",
      failReason: "用户已退订",
      attempts: 0,
    });
  });

  test("is put down by hand, too", async () => {
    const { id } = await putSms(desk.on.db, { phone: "13600000111", type: "marketing", status: "delivered" });
    const body = { id, requestId: desk.requestId() };
    expect((await send(desk.on.app, smsCalls.smsDecline, { body }, desk.operator)).body.state).toBe(0);
    expect((await desk.single("13600000111", "marketing")).body.message).toBe(
      "该号码已退订营销短信，不能发送",
    );
  });

  test("of unknown result is never sent again, by itself or by hand; a report can still tell", async () => {
    const { db, clock } = desk.on;
    const { id } = await putSms(db, { phone: "13600000102" });
    await desk.drain();
    const lost = await desk.one(id);
    expect(lost.status).toBe("unknown");
    expect((await resend(lost)).body.message).toBe(
      "短信当前状态为「结果未知」，不能重发：对方可能已经收到，请核对后另行发送",
    );
    await desk.later(24 * hourMs);
    expect(await desk.drain()).toEqual([]);
    const knows: SmsGateway = {
      ...demoGateway(clock.now),
      reports: async (asked) => asked.map(({ key }) => ({ key, delivered: true, reason: "", reply: "" })),
    };
    await desk.report(knows);
    expect(await desk.one(id)).toMatchObject({ status: "delivered", failReason: "" });
  });

  test("that has failed is sent once more when it is asked for, under another key", async () => {
    const { id } = await putSms(desk.on.db, { phone: "13600000100" });
    const [before] = await desk.drain();
    expect((await resend(await desk.one(id))).body).toMatchObject({ state: 0, data: { status: "queued" } });
    const [after] = await desk.drain();
    expect([before?.key, after?.key]).toEqual([`${id}-1`, `${id}-2`]);
    expect(await desk.one(id)).toMatchObject({ status: "failed", failReason: "空号", attempts: 2 });
  });

  test("that fails again and again is sent ten times a day and no more", async () => {
    const { id } = await putSms(desk.on.db, { phone: "13600000200", createdAt: desk.on.clock.now() });
    await desk.drain();
    for (let nth = 0; nth < 9; nth++) {
      expect((await resend(await desk.one(id))).body.state).toBe(0);
      await desk.drain();
    }
    expect((await resend(await desk.one(id))).body.message).toBe(
      "该号码今天已发送 10 条短信，达到每日上限，请明天再试",
    );
    await desk.later(24 * hourMs);
    expect((await resend(await desk.one(id))).body.state).toBe(0);
  });
});

describe("The hours of marketing in Shanghai", () => {
  test.each([
    ["21:59:59.999", 22 * hourMs - 1, "13600000124", "sent"],
    ["22:00", 22 * hourMs, "13600000125", "queued"],
    ["07:59:59.999", 8 * hourMs - 1, "13600000126", "queued"],
    ["08:00", 8 * hourMs, "13600000127", "sent"],
  ])("at %s", async (_when, ms, phone, status) => {
    await until(ms);
    const said = await desk.single(phone, "marketing");
    const { id } = said.body.data as { id: string };
    await desk.drain();
    expect((await desk.one(id)).status).toBe(status);
    const notice = await putSms(desk.on.db);
    await desk.drain();
    expect((await desk.one(notice.id)).status).not.toBe("queued");
  });

  test("keep what is queued for the next morning, also of a mass sending that they end", async () => {
    const { db } = desk.on;
    await until(22 * hourMs);
    const morning = new Date(desk.on.clock.now().getTime() + 10 * hourMs).toISOString();
    const waits = (await desk.single("13600000121", "marketing")).body.data;
    expect(waits).toMatchObject({ notBefore: morning });
    const late = await putSms(db, { phone: "13600000122", type: "marketing", urgency: 2 });
    expect(await desk.drain()).toEqual([]);
    expect((await desk.one(late.id)).notBefore.toISOString()).toBe(morning);
    await desk.later(10 * hourMs);
    expect((await desk.drain()).map(({ phone }) => phone)).toEqual(["13600000121", "13600000122"]);
  });
});

describe("The queue", () => {
  test("gives verification codes first, then single messages, then mass ones", async () => {
    const { db } = desk.on;
    await putSms(db, { phone: "13600000131", urgency: 2 });
    await putSms(db, { phone: "13600000132", urgency: 1 });
    await putSms(db, { phone: "13600000133", urgency: 0, type: "verify" });
    expect((await desk.drain()).map(({ phone }) => phone)).toEqual([
      "13600000133",
      "13600000132",
      "13600000131",
    ]);
  });

  test("gives each message once, however many take from it", async () => {
    const { db } = desk.on;
    for (let nth = 0; nth < 60; nth++) await putSms(db, { phone: `1360000${String(2000 + nth * 10 + 5)}` });
    const got = (await Promise.all(Array.from({ length: 6 }, () => desk.drain()))).flat();
    expect(got).toHaveLength(60);
    expect(new Set(got.map(({ phone }) => phone)).size).toBe(60);
  });

  test("is marked before the gateway is asked: what is cut in between is of unknown result", async () => {
    const { db, clock } = desk.on;
    const record = await putSms(db, { phone: "13600000140" });
    const seen: string[] = [];
    const cut: SmsGateway = {
      ...demoGateway(clock.now),
      submit: async () => {
        seen.push((await desk.one(record.id)).status);
        throw new Error("cut");
      },
    };
    await desk.drain(cut);
    expect(seen).toEqual(["sending"]);
    expect((await desk.one(record.id)).status).toBe("unknown");
  });

  test("is taken up after a crash: what was claimed is of unknown result, what was not is sent", async () => {
    const { db, clock, platform } = desk.on;
    const batch = await putBatch(db, { total: 2 });
    const of = { batchId: batch.id, urgency: 2 };
    const claimed = await putSms(db, {
      ...of,
      phone: "13600000141",
      status: "sending",
      claimedAt: clock.now(),
      attempts: 1,
    });
    const waiting = await putSms(db, { ...of, phone: "13600000142" });
    const sender = createSender(platform, demoGateway(clock.now));
    await sender.start();
    await vi.waitFor(async () => expect((await desk.one(waiting.id)).status).toBe("sent"), patience);
    expect(await desk.one(claimed.id)).toMatchObject({
      status: "unknown",
      failReason: "发送时服务中断，可能已发出",
      attempts: 1,
    });
    await vi.waitFor(async () => {
      const { data } = (
        await send(desk.on.app, smsCalls.smsBatch, { params: { id: batch.id } }, desk.operator)
      ).body;
      expect(data).toMatchObject({ status: "finished", counts: { unknown: 1, sent: 1 } });
    }, patience);
    await sender.stop();
  });

  test("leaves what was claimed within the last minute, which may be under way", async () => {
    const { db, clock } = desk.on;
    const { id } = await putSms(db, { status: "sending", claimedAt: clock.now(), attempts: 1 });
    await desk.later(59_999);
    await loseClaimed(db, new Date(clock.now().getTime() - 60_000), clock.now());
    expect((await desk.one(id)).status).toBe("sending");
    await desk.later(1);
    await loseClaimed(db, new Date(clock.now().getTime() - 60_000), clock.now());
    expect((await desk.one(id)).status).toBe("unknown");
  });
});

test("Whoever has begun a mass sending is told over the socket how far it is, to its end", async () => {
  const { on, make, operator } = desk;
  const company = await make.company();
  for (let nth = 0; nth < 20; nth++)
    await make.user(company.id, { phoneNumber: `1350000${2000 + nth * 10 + 6}` });
  const socket = await connect(await listen(on));
  socket.say(message(1, on.staff.operator.id, operator));
  await socket.frame(1);
  const sender = createSender(on.platform, demoGateway(on.clock.now));
  await sender.start();
  const { data } = (await desk.mass({})).body;
  const { batchId } = data as { batchId: string };
  const handed: number[] = [];
  for (;;) {
    const told = (await socket.frame(11)).data as {
      batchId: string;
      status: string;
      counts: Record<string, number>;
    };
    expect(told.batchId).toBe(batchId);
    handed.push(20 - (told.counts["queued"] ?? 0) - (told.counts["sending"] ?? 0));
    if (told.status === "finished") break;
  }
  expect(handed.at(-1)).toBe(20);
  expect(handed.toSorted((a, b) => a - b)).toEqual(handed);
  await sender.stop();
  socket.raw.close();
});
