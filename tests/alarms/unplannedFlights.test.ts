import { afterEach, beforeEach, expect, test } from "vitest";
import { formatAlarmLine } from "../../adapters/contract/alarmLine.ts";
import { createApp } from "../../server/app.ts";
import { alarmSheet } from "../../server/modules/alarm/alarmSheet.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import type { SigningKey } from "../live/createReportedTask.ts";
import { createFlightFactory, createSample, postTelemetry } from "../live/flightFactory.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";

let base: TestPlatform;
let server: AlarmFixture;
let ctx: TestPlatform;
beforeEach(async () => {
  base = await createTestPlatform();
  server = await startAlarms(base, { rules: {} });
  ctx = { ...base, live: server.live, app: await createApp(base.platform, { live: server.live }) };
});
afterEach(async () => {
  await server.stop();
  await ctx.app.close();
  await base.close();
});

const sns = ["1581F6Q8D0004821", "1581F6Q8D0007730"] as const;

async function fly(key: SigningKey, seconds: number): Promise<void> {
  const flying = { phase: "mission", vH: 5, fix: "3d", sats: 18, batPct: 80, hRel: 60, hAgl: 60 };
  for (let second = 0; second < seconds; second++) {
    ctx.clock.advance(1_000);
    const samples = sns.map((sn, place) => {
      const sample = createSample(ctx, sn, { ...flying, seq: second + 1 });
      // 30 m apart.
      return { ...sample, lat: sample.lat + place * 2_700 };
    });
    expect((await postTelemetry(ctx, key, { samples })).state).toBe(0);
    server.live.tick();
    await server.live.alarms.flush();
  }
}

test("two flights without a plan, too near and then silent: each line names its aircraft and what of it", async () => {
  const factory = await createFlightFactory(ctx);
  const company = await factory.createCompany();
  const key = await factory.key(company.id);
  for (const sn of sns) await factory.registerDrone(company, sn);
  await server.live.alarmRules?.load();
  await fly(key, 6);
  await server.wait(28);
  const now = ctx.clock.now().getTime();
  const alarms = await server.read();
  const open = alarms.filter(({ state }) => state !== "gone");
  expect(open.map((alarm) => `${alarm.state} ${formatAlarmLine(alarm, now)}`).toSorted()).toEqual([
    "active 两机过近（无数据） SN…4821 · 未登记任务 · 距 SN…7730 30 m",
    "active 两机过近（无数据） SN…7730 · 未登记任务 · 距 SN…4821 30 m",
    "active 接入中断 访问密钥 AK1 · SN…4821、SN…7730 无数据",
    "suppressed 失联 SN…4821 · 未登记任务 · 28 s",
    "suppressed 失联 SN…7730 · 未登记任务 · 28 s",
    "suppressed 数据延迟 SN…4821 · 未登记任务 · 28 s",
    "suppressed 数据延迟 SN…7730 · 未登记任务 · 28 s",
  ]);
  // The workbook of 历史告警 says the same.
  const column = alarmSheet.columns.find(({ header }) => header === "告警");
  expect(open.map((alarm) => column?.cell(alarm))).toEqual(open.map((alarm) => formatAlarmLine(alarm, null)));
});
