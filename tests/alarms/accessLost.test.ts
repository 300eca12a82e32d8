import { afterEach, beforeEach, expect, test } from "vitest";
import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import { noteHeard } from "../../server/telemetry/ingest/lines.ts";
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

const { takeOff, fly, read, getKey, getGateway }: Omit<LineFleet, "server" | "companyId" | "restart"> = {
  takeOff: (...args) => fleet.takeOff(...args),
  fly: (...args) => fleet.fly(...args),
  read: () => fleet.read(),
  getKey: (id) => fleet.getKey(id),
  getGateway: (sn) => fleet.getGateway(sn),
};
const readSorted = async () => (await read()).sort();

test("22 drones of one key that fall silent in one second are one alarm, from beginning to end", async () => {
  const [drones, others] = [await takeOff(22, getKey("1")), await takeOff(3, getKey("2"))];
  await fly([...drones, ...others], 5);
  await fly(others, 60);
  const alarms = await fleet.server().read();
  const [lost, ...folded] = alarms.toSorted((a, b) => a.kind.localeCompare(b.kind));
  const names = drones.map(({ droneSn }) => droneSn).join("、");
  expect(lost).toMatchObject({
    kind: "accessLost",
    priority: "p1",
    state: "active",
    companyId: fleet.companyId,
    lineName: "访问密钥 AK1",
    values: { drones: 22, droneSns: names },
  });
  const isFolded = (kind: AlarmKind) =>
    folded.filter(
      (one) => one.kind === kind && one.state === "suppressed" && one.suppressedBy === "accessLost",
    );
  expect(
    isFolded("lost")
      .map(({ droneSn }) => droneSn)
      .sort(),
  ).toEqual(drones.map(({ droneSn }) => droneSn));
  // Before the line was known to be lost, their data was late.
  expect(folded.length).toBe(
    isFolded("lost").length + folded.filter(({ kind }) => kind === "delayed").length,
  );
  // It comes back: one alarm waits for its acknowledgement, the others are over.
  await fly([...drones, ...others], 30);
  expect((await read()).filter((line) => !line.includes(" gone "))).toEqual([
    "accessLost cleared 访问密钥 AK1",
  ]);
});

test("one drone alone of a key is lost by itself, and so is one of several", { tags: "full" }, async () => {
  const [alone, pair] = [await takeOff(1, getKey("1")), await takeOff(2, getKey("2"))];
  await fly([...alone, ...pair], 5);
  await fly(pair.slice(1), 20);
  expect((await readSorted()).filter((line) => line.startsWith("lost") || line.startsWith("access"))).toEqual(
    [`lost active ${alone[0]?.droneSn}`, `lost active ${pair[0]?.droneSn}`],
  );
});

test("a drone on the ground that is heard by the key keeps it from being lost", {
  tags: "full",
}, async () => {
  const drones = await takeOff(2, getKey());
  const others = await takeOff(1, getKey("2"));
  await fly([...drones, ...others], 5);
  for (let second = 0; second < 20; second++) {
    noteHeard(getKey(), ctx.clock.now().getTime());
    await fly(others, 1);
  }
  expect((await read()).some((line) => line.startsWith("accessLost"))).toBe(false);
});

test("a broker with two gateways is lost itself; a gateway with two drones is lost by itself", {
  tags: "full",
}, async () => {
  const [first, second] = [await takeOff(2, getGateway("G1")), await takeOff(1, getGateway("G2"))];
  const others = await takeOff(1, getKey());
  await fly([...first, ...second, ...others], 5);
  await fly([...second, ...others], 15);
  expect((await read()).filter((line) => line.startsWith("access"))).toEqual(["accessLost active 网关 G1"]);
  await fly([...first, ...second, ...others], 40);
  await fly(others, 15);
  expect((await read()).filter((line) => line.startsWith("access") && line.includes("active"))).toEqual([
    "accessLost active MQTT 服务器",
  ]);
});

test("all drones in the air of one key name the key; of two keys, the platform", {
  tags: "full",
}, async () => {
  const first = await takeOff(12, getKey("1"));
  await fly(first, 5);
  await fleet.server().wait(13);
  expect((await read()).filter((line) => !/^(lost|delayed)/.test(line))).toEqual([
    "accessLost active 访问密钥 AK1",
  ]);
  const second = await takeOff(12, getKey("2"));
  await fly([...first, ...second], 40);
  await fleet.server().wait(13);
  expect((await read()).filter((line) => / active /.test(line))).toEqual(["platformLost active "]);
});

test("urgent alarms of other causes stay; what was lost before is not explained by the line", {
  tags: "full",
}, async () => {
  const drones = await takeOff(3, getKey());
  const others = await takeOff(1, getKey("2"));
  await fly([...drones, ...others], 5, { batPct: 8 });
  // The first is lost 40 s before the others.
  await fly([...drones.slice(1), ...others], 40, { batPct: 8 });
  await fly(others, 20, { batPct: 8 });
  const lines = await readSorted();
  const [a, b, c] = drones.map(({ droneSn }) => droneSn);
  expect(lines.filter((line) => line.startsWith("batteryCritical") && line.includes("active"))).toHaveLength(
    4,
  );
  expect(lines.filter((line) => line.startsWith("lost"))).toEqual([
    `lost active ${a}`,
    `lost suppressed ${b}`,
    `lost suppressed ${c}`,
  ]);
  expect(lines).toContain("accessLost active 访问密钥 AK1");
});

test("one that is back by another line is over, one that stays lost is told once the line is back", {
  tags: "full",
}, async () => {
  const drones = await takeOff(4, getKey());
  const others = await takeOff(1, getKey("2"));
  await fly([...drones, ...others], 5);
  await fly(others, 20);
  const moved = { ...(drones[0] ?? expect.unreachable()), line: getKey("2") };
  await fly([moved, ...others], 10);
  const lostNow = async (state: string) =>
    (await readSorted()).filter((line) => line.startsWith(`lost ${state}`));
  expect(await lostNow("suppressed")).toHaveLength(3);
  await fly([moved, ...others, ...drones.slice(2)], 30);
  expect(await lostNow("suppressed")).toEqual([]);
  expect(await lostNow("active")).toEqual([`lost active ${drones[1]?.droneSn}`]);
});

test("one that is back by another line, and falls silent there, is lost by itself", {
  tags: "full",
}, async () => {
  const drones = await takeOff(4, getKey());
  const others = await takeOff(1, getKey("2"));
  await fly([...drones, ...others], 5);
  await fly(others, 20);
  const moved = { ...(drones[0] ?? expect.unreachable()), line: getKey("2") };
  await fly([moved, ...others], 30);
  await fly(others, 20);
  const lost = (await readSorted()).filter((line) => line.startsWith("lost active"));
  expect(lost).toEqual([`lost active ${moved.droneSn}`]);
});

test("a line that is lost again within a minute lists the drones of then", { tags: "full" }, async () => {
  const drones = await takeOff(4, getKey());
  const others = await takeOff(1, getKey("2"));
  await fly([...drones, ...others], 5);
  await fly([...drones.slice(2), ...others], 1);
  await fly(others, 15);
  await fly([...drones.slice(2), ...others], 12);
  await fly([...drones, ...others], 1);
  await fly(others, 15);
  const listed = (await fleet.server().read()).filter(({ kind }) => kind === "accessLost");
  expect(listed.at(-1)?.values["droneSns"]).toBe(drones.map(({ droneSn }) => droneSn).join("、"));
});

test("a line that was lost before a restart stays so, and is over once it is heard", {
  tags: "full",
}, async () => {
  const drones = await takeOff(3, getKey());
  const others = await takeOff(1, getKey("2"));
  await fly([...drones, ...others], 5);
  await fly(others, 50);
  const before = await readSorted();
  expect(before).toContain("accessLost active 访问密钥 AK1");
  const again = await fleet.restart([...drones, ...others], 20);
  await fly(again.slice(3), 120);
  const lost = (await readSorted()).filter((line) => /^(lost|accessLost)/.test(line));
  expect(lost).toEqual([
    "accessLost active 访问密钥 AK1",
    ...drones.map(({ droneSn }) => `lost suppressed ${droneSn}`),
  ]);
  await fly(again, 30);
  expect((await read()).filter((line) => !line.includes(" gone "))).toEqual([
    "accessLost cleared 访问密钥 AK1",
  ]);
});
