import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createLineFleet, type LineFleet } from "./lineFleet.ts";

let ctx: TestPlatform;
let fleet: LineFleet;
beforeEach(async () => {
  ctx = await createTestPlatform();
  fleet = await createLineFleet(ctx);
});
afterEach(async () => {
  await fleet.server().stop();
  await ctx.close();
});

const find = async (kind: string) => (await fleet.server().read()).find((alarm) => alarm.kind === kind);
const bad = { batPct: 8 };

test("an alarm of a drone that is not heard stays open, and says that there is no data", async () => {
  const drones = await fleet.takeOff(2, fleet.getKey());
  await fleet.fly(drones, 5, bad);
  const raised = await find("batteryCritical");
  expect(raised).toMatchObject({ state: "active", noDataSince: null });
  await fleet.fly(drones.slice(1), 600, bad);
  const silent = await find("batteryCritical");
  expect(silent).toMatchObject({ state: "active", version: raised?.version });
  expect(silent?.noDataSince?.getTime()).toBeLessThan(ctx.clock.now().getTime() - 580_000);
  // Screens hear of it too.
  expect(
    fleet
      .server()
      .shown()
      .get(silent?.id ?? "")?.noDataSince,
  ).toBe(silent?.noDataSince?.toISOString());
  // What silence tells by itself is known.
  expect(await find("lost")).toMatchObject({ state: "active", noDataSince: null });
  await fleet.fly(drones, 3, { batPct: 50 });
  expect(await find("batteryCritical")).toMatchObject({ state: "active", noDataSince: null });
  await fleet.fly(drones, 6, { batPct: 50 });
  expect(await find("batteryCritical")).toMatchObject({ state: "cleared", noDataSince: null });
});

test("after a restart, what nobody hears anything of is not over after 90 s", { tags: "full" }, async () => {
  const drones = await fleet.takeOff(2, fleet.getKey());
  await fleet.fly(drones, 5, bad);
  const again = await fleet.restart(drones, 20);
  await fleet.fly(again.slice(1), 300, bad);
  expect((await fleet.read()).filter((line) => line.startsWith("batteryCritical"))).toEqual([
    "batteryCritical active D-001",
    "batteryCritical active D-002",
  ]);
  // Once it is heard, the rules have their 90 s to find it again.
  await fleet.fly(again, 80, { batPct: 50 });
  expect(await find("batteryCritical")).toMatchObject({
    droneSn: "D-001",
    state: "active",
    noDataSince: null,
  });
  await fleet.fly(again, 12, { batPct: 50 });
  expect(await find("batteryCritical")).toMatchObject({ droneSn: "D-001", state: "cleared" });
});
