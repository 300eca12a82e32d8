import { afterEach, beforeEach, expect, test } from "vitest";
import { tasks } from "../../server/db/schema/task.ts";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createReportedTask } from "../live/createReportedTask.ts";
import { createFlightFactory } from "../live/flightFactory.ts";
import { samplePosition } from "../live/setupFleet.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
let server: AlarmFixture;
let company: { readonly id: string; readonly name: string };
beforeEach(async () => {
  ctx = await createTestPlatform();
  server = await startAlarms(ctx);
  company = await (await createFlightFactory(ctx)).createCompany();
});
afterEach(async () => {
  await server.stop();
  await ctx.close();
});

/** Drones in the air, each with a task of its own. */
async function takeOff(
  count: number,
): Promise<readonly { readonly slot: number; readonly droneSn: string }[]> {
  const planned = Array.from({ length: count }, (_, n) => {
    const [droneSn, taskNo] = [`LINE-${n}`, `RW20260101${String(n).padStart(6, "0")}`];
    const identity = { id: ctx.platform.newId(), createdAt: ctx.clock.now(), taskNo, name: "巡检", droneSn };
    return createReportedTask(company, { ...identity, search: droneSn });
  });
  const stored = await ctx.db.insert(tasks).values(planned).returning();
  return stored.map((task) => ({
    droneSn: task.droneSn,
    slot: server.live.registry.open({ ...task, startedAt: null }) ?? -1,
  }));
}

let sent = 0;
function send(drones: readonly { readonly slot: number }[]) {
  const batch = createBatch(drones.length);
  const at = ctx.clock.now().getTime();
  sent += 1;
  for (const { slot } of drones)
    appendSample(batch, slot, {
      seq: sent,
      tSrc: at,
      phase: "mission",
      hRel: 60,
      vH: 5,
      ...samplePosition(sent * 5),
    });
  server.live.registry.ingest(batch, at);
}

async function fly(drones: readonly { readonly slot: number }[], seconds: number) {
  for (let second = 0; second < seconds; second++) {
    ctx.clock.advance(1_000);
    send(drones);
    server.live.tick();
  }
  await server.live.alarms.flush();
}

/** What the rule of lost links says, 2 s after the link state. */
const lose = (drones: readonly { readonly slot: number; readonly droneSn: string }[]) => {
  for (const { slot, droneSn } of drones) server.raise({ kind: "lost", priority: "p2", slot, droneSn });
};

test("200 drones that fall silent together raise one alarm of the platform, and theirs only if they stay lost", async () => {
  const drones = await takeOff(200);
  await fly(drones, 5);
  server.raise({ kind: "batteryLow", priority: "p3", slot: drones[0]?.slot ?? 0, droneSn: "LINE-0" });
  await server.wait(11);
  lose(drones);
  await server.wait(2);
  expect(await server.read()).toMatchObject([
    { kind: "batteryLow", state: "suppressed", suppressedBy: "platformLost" },
    { kind: "platformLost", priority: "p1", state: "active", values: { cause: "silence", flights: 200 } },
  ]);
  // All but three come back, each after the other's second.
  const back = drones.slice(3);
  await fly(back, 7);
  for (const { droneSn } of back) server.clear({ kind: "lost", droneSn });
  await fly(back, 20);
  const alarms = await server.read();
  expect(alarms.map(({ kind, state, droneSn }) => `${kind} ${state} ${droneSn}`).sort()).toEqual([
    "batteryLow suppressed LINE-0",
    "lost active LINE-0",
    "lost active LINE-1",
    "lost active LINE-2",
    "platformLost cleared ",
  ]);
});

test("what has another cause is raised at once although the platform hears nobody", {
  tags: "full",
}, async () => {
  const drones = await takeOff(12);
  await fly(drones, 5);
  await server.wait(12);
  server.raise({ kind: "noFlyBreach", priority: "p1", slot: drones[0]?.slot ?? 0, droneSn: "LINE-0" });
  server.raise({ kind: "unattended", priority: "p2", droneSn: "" });
  expect((await server.read()).map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
    "noFlyBreach active",
    "platformLost active",
    "unattended active",
  ]);
});

test("a few drones that fall silent are lost each for itself", { tags: "full" }, async () => {
  const drones = await takeOff(9);
  await fly(drones, 5);
  await server.wait(11);
  lose(drones);
  expect((await server.read()).map(({ kind }) => kind)).toEqual(Array(9).fill("lost"));
});

test("drones that are heard beside silent ones make theirs a loss of their own", {
  tags: "full",
}, async () => {
  const drones = await takeOff(60);
  await fly(drones, 5);
  await fly(drones.slice(30), 12);
  lose(drones.slice(0, 30));
  expect((await server.read()).map(({ kind }) => kind)).toEqual(Array(30).fill("lost"));
});

test("samples that the platform itself refuses for 15 s are its own alarm", { tags: "full" }, async () => {
  const drones = await takeOff(2);
  await fly(drones, 3);
  const refuse = () => {
    const now = ctx.clock.now().getTime();
    server.live.ownOutage.addRefusal(now, now);
  };
  for (let second = 0; second < 15; second++) {
    refuse();
    await server.wait(1);
  }
  expect(await server.read()).toMatchObject([
    { kind: "platformLost", state: "active", values: { cause: "ownOutage", flights: 2 } },
  ]);
  server.live.ownOutage.addSuccess(ctx.clock.now().getTime());
  await fly(drones, 6);
  expect(await server.read()).toMatchObject([{ kind: "platformLost", state: "cleared" }]);
});
