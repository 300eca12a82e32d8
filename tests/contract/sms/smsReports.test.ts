import { eq } from "drizzle-orm";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createDemoGateway } from "../../../demo/createDemoGateway.ts";
import { smsDeclines } from "../../../server/db/schema/smsDecline.ts";
import type { SmsGateway } from "../../../server/sms/gateway.ts";
import { createSmsSender } from "../../../server/sms/smsSender.ts";
import { createSmsFixture, insertSms } from "./smsFixture.ts";

const hourMs = 3_600_000;

const fixture = await createSmsFixture();
afterEach(() => expect(fixture.ctx.errors).toEqual([]));
afterAll(() => fixture.ctx.close());

/** A gateway with the same report for every message. */
const createReportingGateway = (report: { delivered: boolean; reply: string }): SmsGateway => ({
  ...createDemoGateway(fixture.ctx.clock.now),
  reports: async (sentMessages) => sentMessages.map(({ key }) => ({ key, reason: "", ...report })),
});

describe("A report", () => {
  test.each([
    ["R", true],
    ["r", true],
    [" r\n", true],
    ["", false],
    ["RR", false],
    ["好的", false],
  ])("with the reply %j ends marketing to the phone: %s", async (reply, ends) => {
    const { db } = fixture.ctx;
    await db.delete(smsDeclines);
    const phone = "13600000150";
    await insertSms(db, { phone, type: "marketing" });
    await fixture.drain();
    await fixture.advance(5_000);
    await fixture.fetchReports(createReportingGateway({ delivered: true, reply }));
    expect(await db.$count(smsDeclines, eq(smsDeclines.phone, phone))).toBe(ends ? 1 : 0);
  });

  test("is requested at growing intervals for three days, then no more", async () => {
    const { db, clock } = fixture.ctx;
    const { id } = await insertSms(db, { phone: "13600000103" });
    await fixture.drain();
    const nextAfter = async (hours: number) => {
      await fixture.advance(hours * hourMs);
      await fixture.fetchReports();
      const { reportAt } = await fixture.getOne(id);
      return reportAt && (reportAt.getTime() - clock.now().getTime()) / hourMs;
    };
    expect(await nextAfter(1)).toBe(0.1);
    expect(await nextAfter(70)).toBe(7.1);
    // Hour 78: the last request.
    expect(await nextAfter(7.1)).toBeNull();
  });
});

describe("A stopped sender", () => {
  afterEach(() => vi.useRealTimers());

  /** A sender whose database accesses are recorded after `stopped` is called. */
  function createWatchedSender(gateway: SmsGateway) {
    const { platform, db: real } = fixture.ctx;
    const used: PropertyKey[] = [];
    let isStopped = false;
    const db = new Proxy(real, {
      get: (target, name, receiver) => {
        if (isStopped) used.push(name);
        return Reflect.get(target, name, receiver);
      },
    });
    return {
      used,
      sender: createSmsSender({ ...platform, db }, gateway),
      stopped: () => {
        isStopped = true;
      },
    };
  }

  test("during its pause no longer uses the database", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { sender, used, stopped } = createWatchedSender(createDemoGateway(fixture.ctx.clock.now));
    await sender.start();
    await sender.stop();
    stopped();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(used).toEqual([]);
  });

  test("while it requests reports schedules no further pause", async () => {
    await insertSms(fixture.ctx.db, { phone: "13600000150" });
    await fixture.drain();
    await fixture.advance(5_000);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const reportsRequested = Promise.withResolvers<void>();
    const response = Promise.withResolvers<void>();
    const slow: SmsGateway = {
      ...createDemoGateway(fixture.ctx.clock.now),
      reports: async () => {
        reportsRequested.resolve();
        await response.promise;
        return [];
      },
    };
    const { sender, used, stopped } = createWatchedSender(slow);
    await sender.start();
    await vi.advanceTimersByTimeAsync(2_000);
    await reportsRequested.promise;
    const stopping = sender.stop();
    response.resolve();
    await stopping;
    stopped();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(used).toEqual([]);
  });
});
