import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { createApp } from "../../server/app.ts";
import { createLiveService } from "../../server/createLiveService.ts";
import { alarmRules } from "../../server/db/schema/alarmRule.ts";
import { drones } from "../../server/db/schema/drone.ts";
import { hangars } from "../../server/db/schema/hangar.ts";
import { tasks } from "../../server/db/schema/task.ts";
import { controlZones } from "../../server/db/schema/zone.ts";
import { insertHangar } from "../contract/device/deviceRecords.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createFlightFactory, createFlyer } from "../live/flightFactory.ts";
import { samplePosition } from "../live/setupFleet.ts";
import { box } from "./setupStage.ts";

const opened: { readonly close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** A server whose rules tell what they find to a list; nobody is on duty but where a test says so. */
async function setupServer() {
  const base = await createTestPlatform();
  const heard: string[] = [];
  const duty = { isManned: true };
  const tell = (
    what: string,
    { kind, droneSn, hangarId }: { kind: string; droneSn: string; hangarId: string | null },
  ) => heard.push(`${what} ${kind} ${droneSn}${hangarId === null ? "" : "hangar"}`.trim());
  const live = createLiveService(base.platform, 50, {
    rules: {
      sink: {
        raise: (signal) => tell(`raise ${signal.priority}`, signal),
        clear: (signal) => tell("clear", signal),
      },
      judgeDuty: () => ({
        state: duty.isManned ? "attended" : "unattended",
        flying: 1,
        companies: [],
      }),
    },
  });
  const app = await createApp(base.platform, { live });
  opened.push(app, base);
  const ctx: TestPlatform = { ...base, live, app };
  const factory = await createFlightFactory(ctx);
  await live.alarmRules?.load();
  const company = await factory.createCompany();
  const task = await factory.task(company, { droneSn: `RULES-${company.id}` });
  const flyer = createFlyer(ctx, await factory.key(company.id), task.droneSn);
  /** Lets reads under way end, as a second takes its time outside of tests. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
  const steady = { vH: 5, fix: "3d", sats: 18, batPct: 80 };
  return { ctx, live, heard, duty, company, factory, task, flyer, settle, steady };
}

describe("the rules behind the server's flights", () => {
  test("three outages of a flight are three 失联, and nothing else is", { tags: "full" }, async () => {
    const { flyer, heard, task, steady } = await setupServer();
    await flyer.fly("takeoff", 3, steady);
    for (let outage = 0; outage < 3; outage++) {
      await flyer.fly("mission", 12, steady);
      await flyer.wait(25);
    }
    await flyer.fly("mission", 12, steady);
    const lost = heard.filter((line) => line.includes("lost"));
    expect(lost).toEqual(
      Array.from({ length: 3 }, () => [`raise p2 lost ${task.droneSn}`, `clear lost ${task.droneSn}`]).flat(),
    );
  });

  test("a zone that is saved, and a rule that is changed, take effect without a restart", async () => {
    const { ctx, flyer, heard, task, company, settle, steady } = await setupServer();
    const now = ctx.clock.now();
    await flyer.fly("mission", 5, steady);
    await ctx.db.insert(controlZones).values({
      id: ctx.platform.newId(),
      createdAt: now,
      updatedAt: now,
      name: "新禁飞区",
      kind: "noFly",
      shape: box(-500, -500, 500, 500),
      west: 105.45,
      south: 39.91,
      east: 105.47,
      north: 39.93,
      floor: 0,
      ceiling: 120,
      datum: "agl",
      weekly: [],
      status: "active",
      search: "",
    });
    ctx.platform.bus.publish("zone.changed", { ids: [] });
    await settle();
    await flyer.fly("mission", 3, steady);
    expect(heard).toEqual([`raise p1 noFlyBreach ${task.droneSn}`]);
    await ctx.db.insert(alarmRules).values({
      id: ctx.platform.newId(),
      createdAt: now,
      updatedAt: now,
      kind: "noFlyBreach",
      priority: "p1",
      thresholds: {},
      onDelayMs: 0,
      offDelayMs: 5_000,
      companyId: company.id,
      status: "disabled",
    });
    ctx.platform.bus.publish("alarmRule.changed", { ids: [] });
    await settle();
    await flyer.fly("mission", 2, steady);
    expect(heard.at(-1)).toBe(`clear noFlyBreach ${task.droneSn}`);
  });

  test("the most specific rule applies: the drone's, then its company's, then the general one", async () => {
    const { ctx, flyer, heard, task, company, settle, steady } = await setupServer();
    const insertRule = async (pct: number, scope: { companyId?: string; droneSn?: string }) => {
      const now = ctx.clock.now();
      await ctx.db.insert(alarmRules).values({
        id: ctx.platform.newId(),
        createdAt: now,
        updatedAt: now,
        kind: "batteryLow",
        priority: "p3",
        thresholds: { pct, clearPct: 3 },
        onDelayMs: 0,
        offDelayMs: 0,
        status: "enabled",
        ...scope,
      });
      ctx.platform.bus.publish("alarmRule.changed", { ids: [] });
      await settle();
    };
    await insertRule(50, { companyId: company.id });
    await flyer.fly("mission", 2, { ...steady, batPct: 45 });
    expect(heard).toEqual([`raise p3 batteryLow ${task.droneSn}`]);
    await insertRule(40, { droneSn: task.droneSn });
    await flyer.fly("mission", 2, { ...steady, batPct: 45 });
    expect(heard.slice(1)).toEqual([`clear batteryLow ${task.droneSn}`]);
  });

  test("a micro drone may not fly as high as others", { tags: "full" }, async () => {
    const { ctx, flyer, heard, task, settle, steady } = await setupServer();
    await ctx.db.update(drones).set({ uavClass: "micro" }).where(eq(drones.sn, task.droneSn));
    await flyer.fly("mission", 2, { ...steady, hAgl: 40 });
    await settle();
    await flyer.fly("mission", 4, { ...steady, hAgl: 60 });
    expect(heard).toEqual([`raise p2 tooHigh ${task.droneSn}`]);
  });

  test("a failed task, and one that is closed, end what they have raised", { tags: "full" }, async () => {
    const { ctx, flyer, heard, task, steady } = await setupServer();
    await flyer.fly("mission", 3, steady);
    await flyer.fly("forcedLanding", 4, steady);
    expect(heard).toEqual([`raise p1 forcedLanding ${task.droneSn}`]);
    ctx.live.registry.closeStored(task.id, "测试", ctx.clock.now().getTime());
    expect(heard.slice(1)).toEqual([
      `raise p2 taskFailed ${task.droneSn}`,
      `clear forcedLanding ${task.droneSn}`,
    ]);
  });

  test("a plan that its maker says has failed, of a drone with a task", { tags: "full" }, async () => {
    const { ctx, live, flyer, heard, task, steady } = await setupServer();
    await flyer.fly("mission", 3, steady);
    const fail = (droneSn: string) =>
      live.alarmRules?.failPlan(droneSn, "航线任务失败（代码 314004）", ctx.clock.now().getTime());
    fail(task.droneSn);
    fail("NOBODY");
    expect(heard).toEqual([`raise p2 taskFailed ${task.droneSn}`]);
  });

  test("a permit that is given or withdrawn during a flight counts within seconds", {
    tags: "full",
  }, async () => {
    const { ctx, flyer, heard, task, settle, steady } = await setupServer();
    const setTask = (set: object) => ctx.db.update(tasks).set(set).where(eq(tasks.id, task.id));
    const fly = async () => {
      for (let second = 0; second < 4; second++) {
        await flyer.fly("mission", 1, { ...steady, hAgl: 80 });
        await settle();
      }
      await flyer.fly("mission", 6, { ...steady, hAgl: 80 });
    };
    await flyer.fly("mission", 3, { ...steady, hAgl: 80 });
    expect(heard).toEqual([]);
    await setTask({ airspace: "controlled" });
    await fly();
    expect(heard).toEqual([`raise p1 noPermit ${task.droneSn}`]);
    const permit = { permitNo: "CAAC-1", permitCeiling: 150, permitTo: ctx.clock.now() };
    await setTask({ ...permit, permitTo: null });
    await fly();
    expect(heard.slice(1)).toEqual([`clear noPermit ${task.droneSn}`]);
    await setTask({ ...permit, permitCeiling: 60 });
    await fly();
    expect(heard.slice(2).toSorted()).toEqual([
      `raise p2 outsidePermit ${task.droneSn}`,
      `raise p2 tooHigh ${task.droneSn}`,
    ]);
  });

  test("a flight that becomes another task's keeps what it has raised, and goes by the other's permit", {
    tags: "full",
  }, async () => {
    const { ctx, company, flyer, heard, task, steady, factory } = await setupServer();
    await flyer.fly("mission", 6, { ...steady, batPct: 20 });
    expect(heard).toEqual([`raise p2 batteryLow ${task.droneSn}`]);
    const other = await factory.task(company, {
      droneSn: task.droneSn,
      airspace: "controlled",
      permitNo: "",
    });
    ctx.live.registry.attach(task.id, other);
    await flyer.fly("mission", 6, { ...steady, batPct: 20 });
    expect(heard.slice(1)).toEqual([`raise p1 noPermit ${task.droneSn}`]);
    await flyer.fly("mission", 8, { ...steady, batPct: 80 });
    expect(heard.slice(2)).toEqual([`clear batteryLow ${task.droneSn}`]);
  });

  test("device health is what the device says", async () => {
    const { live, flyer, heard, task, steady } = await setupServer();
    await flyer.fly("mission", 2, steady);
    live.alarmRules?.setDeviceHealth(task.droneSn, 1, ["fpv_tip_0x16100001"]);
    await flyer.fly("mission", 4, steady);
    live.alarmRules?.setDeviceHealth(task.droneSn, null, []);
    await flyer.fly("mission", 8, steady);
    expect(heard).toEqual([`raise p3 deviceHealth ${task.droneSn}`, `clear deviceHealth ${task.droneSn}`]);
  });

  test("flights without anybody on duty for 60 s", async () => {
    const { flyer, heard, duty, steady } = await setupServer();
    await flyer.fly("mission", 3, steady);
    duty.isManned = false;
    await flyer.fly("mission", 55, { ...steady, ...samplePosition(15) });
    expect(heard).toEqual([]);
    await flyer.fly("mission", 8, { ...steady, ...samplePosition(15) });
    expect(heard).toEqual(["raise p2 unattended"]);
    duty.isManned = true;
    await flyer.fly("mission", 1, { ...steady, ...samplePosition(15) });
    expect(heard.slice(1)).toEqual(["clear unattended"]);
  });

  test("a hangar with a fault, and one in a storm", { tags: "full" }, async () => {
    const { ctx, live, heard, company, settle } = await setupServer();
    const hangar = await insertHangar(ctx.db, company);
    const setHangar = (set: object) => ctx.db.update(hangars).set(set).where(eq(hangars.id, hangar.id));
    const wait = async (seconds: number) => {
      for (let i = 0; i < seconds; i++) {
        ctx.clock.advance(1_000);
        live.tick();
        await settle();
      }
    };
    await setHangar({ status: "idle", cover: "fault", windSpeed: 3, rainfall: 0 });
    await wait(6);
    expect(heard).toEqual(["raise p2 hangarFault hangar"]);
    await setHangar({ cover: "closed", windSpeed: 14 });
    await wait(10);
    expect(heard.slice(1).toSorted()).toEqual(["clear hangarFault hangar", "raise p3 weather hangar"]);
    // Between the limits it stays, and so it does where nothing is heard any more.
    await setHangar({ windSpeed: 11 });
    await wait(10);
    await setHangar({ status: "offline", windSpeed: 3 });
    await wait(20);
    expect(heard).toHaveLength(3);
    expect(live.alarmRules?.isHangarSilent(hangar.id)).toBe(true);
    await setHangar({ status: "idle", windSpeed: 11 });
    await wait(10);
    expect(heard).toHaveLength(3);
    await setHangar({ windSpeed: 9 });
    await wait(10);
    expect(heard.slice(3)).toEqual(["clear weather hangar"]);
  });
});
