import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { smsDeclines } from "../../server/db/schema/smsDecline.ts";
import { demoGateway } from "../../server/sms/demoGateway.ts";
import type { SmsGateway } from "../../server/sms/gateway.ts";
import { createSender } from "../../server/sms/sender.ts";
import { putSms, type SmsDesk, smsDesk } from "./smsDesk.ts";

const hourMs = 3_600_000;

let desk: SmsDesk;
beforeAll(async () => {
  desk = await smsDesk();
});
afterEach(() => expect(desk.on.faults).toEqual([]));
afterAll(() => desk.on.close());

/** A gateway that reports the same of every message. */
const saying = (report: { delivered: boolean; reply: string }): SmsGateway => ({
  ...demoGateway(desk.on.clock.now),
  reports: async (asked) => asked.map(({ key }) => ({ key, reason: "", ...report })),
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
    const { db } = desk.on;
    await db.delete(smsDeclines);
    const phone = "13600000150";
    await putSms(db, { phone, type: "marketing" });
    await desk.drain();
    await desk.later(5_000);
    await desk.report(saying({ delivered: true, reply }));
    expect(await db.$count(smsDeclines, eq(smsDeclines.phone, phone))).toBe(ends ? 1 : 0);
  });

  test("is asked for ever more seldom for three days, and then not at all", async () => {
    const { db, clock } = desk.on;
    const { id } = await putSms(db, { phone: "13600000103" });
    await desk.drain();
    const nextAfter = async (hours: number) => {
      await desk.later(hours * hourMs);
      await desk.report();
      const { reportAt } = await desk.one(id);
      return reportAt && (reportAt.getTime() - clock.now().getTime()) / hourMs;
    };
    expect(await nextAfter(1)).toBe(0.1);
    expect(await nextAfter(70)).toBe(7.1);
    // The 78th hour: the last that is asked for.
    expect(await nextAfter(7.1)).toBeNull();
  });
});

describe("A sender that was stopped", () => {
  afterEach(() => vi.useRealTimers());

  /** A sender whose use of the database is noted from `stopped` on. */
  function watched(gateway: SmsGateway) {
    const { platform, db: real } = desk.on;
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
      sender: createSender({ ...platform, db }, gateway),
      stopped: () => {
        isStopped = true;
      },
    };
  }

  test("while it rests leaves the database alone from then on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { sender, used, stopped } = watched(demoGateway(desk.on.clock.now));
    await sender.start();
    await sender.stop();
    stopped();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(used).toEqual([]);
  });

  test("while it asks for reports does not rest again", async () => {
    await putSms(desk.on.db, { phone: "13600000150" });
    await desk.drain();
    await desk.later(5_000);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const slow: SmsGateway = {
      ...demoGateway(desk.on.clock.now),
      reports: async () => {
        asking.resolve();
        await answer.promise;
        return [];
      },
    };
    const { sender, used, stopped } = watched(slow);
    await sender.start();
    await vi.advanceTimersByTimeAsync(2_000);
    await asking.promise;
    const stopping = sender.stop();
    answer.resolve();
    await stopping;
    stopped();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(used).toEqual([]);
  });
});
