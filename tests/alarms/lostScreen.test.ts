import { and, eq, isNull } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { alarmRuleCalls } from "../../adapters/contract/alarmRule.ts";
import { alarmEvents } from "../../server/db/schema/alarm.ts";
import { alarmRules } from "../../server/db/schema/alarmRule.ts";
import { screens } from "../../server/db/schema/screen.ts";
import { smsMessages } from "../../server/db/schema/sms.ts";
import { seedReference } from "../../server/reference/seedReference.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createScreenFactory, sendReport } from "../wall/createScreenFactory.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
let factory: ReturnType<typeof createScreenFactory>;
beforeEach(async () => {
  ctx = await createTestPlatform();
  factory = createScreenFactory(ctx);
  await seedReference(ctx.db);
});
afterEach(() => ctx.close());

const start = async (hasSmsGateway = true) => {
  const server = await startAlarms(ctx, { rules: {}, hasSmsGateway });
  await server.live.alarmRules?.load();
  return server;
};
/** Lets seconds pass, in which the screens are read; a screen with a cookie here reports every 30 s. */
async function wait({ wait: pass }: AlarmFixture, seconds: number, ...cookies: readonly string[]) {
  for (let second = 1; second <= seconds; second++) {
    if (second % 30 === 0) for (const cookie of cookies) await sendReport(ctx, cookie);
    await pass(1);
    // The reading is in the queue before these.
    for (let turn = 0; turn < 2; turn++) await ctx.db.$count(screens);
  }
}
const readStates = async ({ read }: AlarmFixture) =>
  (await read()).map(({ kind, lineName, state, count }) => [kind, lineName, state, count].join(" "));
const readSms = () => ctx.db.select().from(smsMessages);
const readRemarks = async () =>
  (await ctx.db.select().from(alarmEvents).where(eq(alarmEvents.kind, "notify"))).map(({ remark }) => remark);

/** Changes the rule of all screens. */
async function saveRule(changed: { readonly priority?: "p1"; readonly sms?: 1 }): Promise<void> {
  const isGeneral = and(eq(alarmRules.kind, "screenLost"), isNull(alarmRules.companyId));
  const [rule] = await ctx.db.select().from(alarmRules).where(isGeneral);
  const { body } = await ctx.callAs("admin", alarmRuleCalls.ruleSave, {
    body: {
      requestId: "save-rule-1",
      id: rule?.id ?? "",
      version: rule?.version ?? 0,
      kind: "screenLost",
      priority: changed.priority ?? "p3",
      thresholds: { silentS: 90, sms: changed.sms ?? 0 },
      onDelayMs: 0,
      offDelayMs: 0,
      companyId: null,
      droneSn: "",
      status: "enabled",
    },
  });
  expect(body.state).toBe(0);
}

test("a screen that falls silent is an alarm of its own until it reports again", async () => {
  const hall = await factory.make("指挥大厅");
  const lobby = await factory.make("前厅");
  const server = await start();
  for (const { cookie } of [hall, lobby]) await sendReport(ctx, cookie);
  await wait(server, 120, hall.cookie, lobby.cookie);
  expect(await readStates(server)).toEqual([]);

  await wait(server, 80, lobby.cookie);
  expect(await readStates(server)).toEqual([]);
  await wait(server, 30, lobby.cookie);
  expect(await readStates(server)).toEqual(["screenLost 指挥大厅 active 1"]);
  expect((await server.read())[0]).toMatchObject({ priority: "p3", companyId: null, droneSn: "" });
  expect([...server.shown().values()]).toMatchObject([{ kind: "screenLost", lineName: "指挥大厅" }]);
  expect(await readSms()).toEqual([]);

  await sendReport(ctx, hall.cookie);
  await wait(server, 10, lobby.cookie);
  expect(await readStates(server)).toEqual(["screenLost 指挥大厅 gone 1"]);
  await server.stop();
});

test("one that is revoked, renewed or was never opened raises nothing, and one that is revoked later ends it", {
  tags: "full",
}, async () => {
  const [revoked, renewed, later] = [
    await factory.make(),
    await factory.make(),
    await factory.make("收起的屏"),
  ];
  await factory.makeUnopened();
  const server = await start();
  for (const { cookie } of [revoked, renewed, later]) await sendReport(ctx, cookie);
  await wait(server, 10);
  await factory.revoke(revoked);
  await factory.renewLink(renewed);
  await wait(server, 130);
  expect(await readStates(server)).toEqual(["screenLost 收起的屏 active 1"]);
  await factory.revoke(later);
  await wait(server, 10);
  expect(await readStates(server)).toEqual(["screenLost 收起的屏 gone 1"]);
  await server.stop();
});

test("while the server was away nobody could report: that is no loss, and what was lost before stays one alarm", {
  tags: "full",
}, async () => {
  const well = await factory.make("好屏");
  const lost = await factory.make("坏屏");
  const first = await start();
  for (const { cookie } of [well, lost]) await sendReport(ctx, cookie);
  await wait(first, 130, well.cookie);
  expect(await readStates(first)).toEqual(["screenLost 坏屏 active 1"]);
  await first.stop();
  ctx.clock.advance(600_000);

  const second = await start();
  await wait(second, 40);
  await sendReport(ctx, well.cookie);
  await wait(second, 80, well.cookie);
  expect(await readStates(second)).toEqual(["screenLost 坏屏 active 1"]);
  await second.stop();
});

test("one that reports again, but waits for its acknowledgement, is no longer lost: the server's absence is none of its own", {
  tags: "full",
}, async () => {
  await saveRule({ priority: "p1" });
  const hall = await factory.make("指挥大厅");
  await sendReport(ctx, hall.cookie);
  const first = await start();
  await wait(first, 130);
  await sendReport(ctx, hall.cookie);
  await wait(first, 10);
  expect(await readStates(first)).toEqual(["screenLost 指挥大厅 cleared 1"]);
  await first.stop();
  ctx.clock.advance(600_000);

  const second = await start();
  await wait(second, 60, hall.cookie);
  expect(await readStates(second)).toEqual(["screenLost 指挥大厅 cleared 1"]);
  await second.stop();
});

test("maintainers get one SMS where the rule says so", { tags: "full" }, async () => {
  await saveRule({ sms: 1 });
  const hall = await factory.make("指挥大厅");
  await sendReport(ctx, hall.cookie);
  const server = await start();
  let queued = 0;
  const unsubscribe = ctx.platform.bus.subscribe("sms.queued", ({ count }) => {
    queued += count;
  });
  await wait(server, 200);
  const { name, phoneNumber } = ctx.staff.maintainer;
  expect(await readSms()).toMatchObject([
    {
      phone: phoneNumber,
      recipientName: name,
      templateCode: "NOTICE_SCREEN",
      content: expect.stringMatching(
        /^【低空服务平台】大屏「指挥大厅」离线，最后上报 \d\d-\d\d \d\d:\d\d，请到现场/,
      ),
    },
  ]);
  expect(queued).toBe(1);
  expect(await readRemarks()).toEqual([`短信通知运维 ${name}`]);
  unsubscribe();
  await server.stop();
});

test("the duty log says that no SMS could be sent", { tags: "full" }, async () => {
  await saveRule({ sms: 1 });
  const { cookie } = await factory.make();
  await sendReport(ctx, cookie);
  const server = await start(false);
  await wait(server, 130);
  expect(await readSms()).toEqual([]);
  expect(await readRemarks()).toEqual(["尚未配置短信网关，没有发送短信"]);
  await server.stop();
});
