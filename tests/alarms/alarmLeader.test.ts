import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alarmCalls } from "../../adapters/contract/alarm.ts";
import { alarmEvents } from "../../server/db/schema/alarm.ts";
import { smsMessages } from "../../server/db/schema/sms.ts";
import { platformEvents } from "../../server/db/schema/taskEvent.ts";
import { seedReference } from "../../server/reference/seedReference.ts";
import { takeDuty } from "../duty/takeDuty.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
beforeEach(async () => {
  ctx = await createTestPlatform();
  await seedReference(ctx.db);
});
afterEach(() => ctx.close());

const leader = { name: "带班己", phone: "13911110009" };
const startWithLeader = (hasSmsGateway = true) =>
  startAlarms(ctx, { getShiftLeader: async () => leader, hasSmsGateway });
const readSms = () => ctx.db.select().from(smsMessages);

describe("an alarm of priority 1 that nobody acknowledges for 180 s", () => {
  test("is sent to the shift's leader, once, also after a restart", async () => {
    const server = await startWithLeader();
    let queued = 0;
    const unsubscribe = ctx.platform.bus.subscribe("sms.queued", ({ count }) => {
      queued += count;
    });
    server.raise({ kind: "noFlyBreach", priority: "p1" });
    await server.wait(179);
    expect(await readSms()).toEqual([]);
    await server.wait(3);
    expect(await readSms()).toMatchObject([
      {
        phone: "13911110009",
        recipientName: "带班己",
        type: "notice",
        status: "queued",
        content: "【低空服务平台】紧急告警「闯入禁飞区」（SN-1）3 分钟无人确认，请立即处置。",
      },
    ]);
    expect(queued).toBe(1);
    await server.wait(200);
    await server.stop();
    const second = await startWithLeader();
    second.raise({ kind: "noFlyBreach", priority: "p1" });
    await second.wait(200);
    expect(await readSms()).toHaveLength(1);
    const log = await ctx.db.select().from(alarmEvents).where(eq(alarmEvents.kind, "notify"));
    expect(log.map(({ remark }) => remark)).toEqual(["短信通知带班 带班己"]);
    unsubscribe();
    await second.stop();
  });

  test("counts from when it became one of priority 1, and not if somebody has acknowledged it", {
    tags: "full",
  }, async () => {
    const server = await startWithLeader();
    server.raise({ kind: "lost", priority: "p2" });
    await server.wait(170);
    server.raise({ kind: "lost", priority: "p1" });
    server.raise({ kind: "noFlyBreach", priority: "p1", droneSn: "SN-2" });
    await server.wait(170);
    expect(await readSms()).toEqual([]);
    const breach = (await server.read()).find(({ kind }) => kind === "noFlyBreach");
    await takeDuty(ctx, "duty");
    await ctx.callAs("duty", alarmCalls.alarmAck, {
      body: { ids: [breach?.id ?? ""], requestId: "leader-ack-1" },
    });
    await server.wait(12);
    expect((await readSms()).map(({ content }) => content)).toEqual([expect.stringContaining("失联")]);
    await server.stop();
  });

  test("is sent as well if its cause is over in the meantime", { tags: "full" }, async () => {
    const server = await startWithLeader();
    server.raise({ kind: "noFlyBreach", priority: "p1" });
    server.clear({ kind: "noFlyBreach" });
    await server.wait(182);
    expect(await readSms()).toHaveLength(1);
    await server.stop();
  });

  test("is an event of the platform where nobody is on duty, and is sent to whoever comes", {
    tags: "full",
  }, async () => {
    let onDuty: typeof leader | null = null;
    const server = await startAlarms(ctx, { getShiftLeader: async () => onDuty, hasSmsGateway: true });
    server.raise({ kind: "noFlyBreach", priority: "p1" });
    await server.wait(300);
    await server.live.writes.flush();
    expect(await ctx.db.select().from(platformEvents)).toMatchObject([{ kind: "unattended" }]);
    expect(await readSms()).toEqual([]);
    onDuty = leader;
    await server.wait(62);
    expect(await readSms()).toHaveLength(1);
    await server.stop();
  });

  test("is in the duty log where no SMS can be sent", { tags: "full" }, async () => {
    const server = await startWithLeader(false);
    server.raise({ kind: "noFlyBreach", priority: "p1" });
    await server.wait(182);
    expect(await readSms()).toEqual([]);
    const log = await ctx.db.select().from(alarmEvents).where(eq(alarmEvents.kind, "notify"));
    expect(log.map(({ remark }) => remark)).toEqual(["尚未配置短信网关，没有发送短信"]);
    await server.stop();
  });
});
