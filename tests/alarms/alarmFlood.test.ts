import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type AlarmFlood,
  type AlarmRow,
  alarmCalls,
  alarmChangedMax,
  alarmOpenMax,
} from "../../adapters/contract/alarm.ts";
import { insertAll } from "../../server/db/insertAll.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { type AlarmFixture, startAlarms } from "./setupAlarms.ts";

let ctx: TestPlatform;
let server: AlarmFixture;
beforeEach(async () => {
  ctx = await createTestPlatform();
  server = await startAlarms(ctx);
});
afterEach(async () => {
  await server.stop();
  await ctx.close();
});

async function raiseOffRoute(from: number, to: number) {
  for (let n = from; n <= to; n++) server.raise({ kind: "offRoute", priority: "p3", droneSn: `SN-${n}` });
  await server.live.alarms.flush();
}
const lastFlood = () => server.messages.at(-1)?.flood;

test("more than 10 new alarms in 10 minutes fold those of low priority; fewer than 5 unfold them", async () => {
  await raiseOffRoute(1, 10);
  expect(lastFlood()).toEqual({ isActive: false, folded: [] });
  await server.wait(300);
  await raiseOffRoute(11, 11);
  expect(lastFlood()).toEqual({
    isActive: true,
    folded: [{ kind: "offRoute", priority: "p3", count: 11 }],
  });
  expect(server.messages.at(-1)?.alarms).toEqual([]);
  // The urgent ones stay, what is over is told.
  server.raise({ kind: "lost", priority: "p1", droneSn: "SN-50" });
  server.clear({ kind: "offRoute", droneSn: "SN-1" });
  await server.live.alarms.flush();
  expect(server.messages.at(-1)?.alarms.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    "offRoute gone",
    "lost active",
  ]);
  expect(lastFlood()?.folded).toEqual([{ kind: "offRoute", priority: "p3", count: 10 }]);
  // After 10 minutes the first ten count no more.
  await server.wait(299);
  expect(lastFlood()?.isActive).toBe(true);
  await server.wait(2);
  expect(lastFlood()).toEqual({ isActive: false, folded: [] });
  expect(server.messages.at(-1)?.alarms.map(({ state }) => state)).toEqual(Array(11).fill("active"));
});

test("a flood goes on after a restart, and the call of open alarms folds too", { tags: "full" }, async () => {
  await raiseOffRoute(1, 11);
  server.raise({ kind: "lost", priority: "p1", droneSn: "SN-50" });
  await server.live.alarms.flush();
  const second = await startAlarms(ctx);
  expect(second.live.alarms.getFloods().all).toEqual({
    isActive: true,
    folded: [{ kind: "offRoute", priority: "p3", count: 11 }],
  });
  const { body } = await ctx.callAs("duty", alarmCalls.alarmOpen, {});
  const { alarms, flood } = body.data as { alarms: AlarmRow[]; flood: AlarmFlood };
  expect(alarms.map(({ kind }) => kind)).toEqual(["lost"]);
  expect(flood).toEqual(second.live.alarms.getFloods().all);
  await second.stop();
});

test("The call of open alarms takes the most urgent ones and says how many more there are", {
  tags: "full",
}, async () => {
  server.raise({ kind: "lost", priority: "p1", droneSn: "SN-1" });
  await server.live.alarms.flush();
  const [worst] = await server.read();
  if (!worst) throw new Error("the alarm is stored");
  const newest = alarmOpenMax + 1;
  const states: Record<number, "shelved" | "active"> = { 0: "shelved", 1: "shelved", [newest]: "active" };
  const lesser = Array.from({ length: alarmOpenMax + 2 }, (_, index) => ({
    ...worst,
    id: ctx.platform.newId(),
    droneSn: `SN-${index + 2}`,
    priority: "p2" as const,
    // The newest of all is the only one that nobody has acknowledged.
    raisedAt: new Date(worst.raisedAt.getTime() + index),
    state: states[index] ?? ("acknowledged" as const),
  }));
  await insertAll(ctx.db, alarms, lesser);
  const { body } = await ctx.callAs("duty", alarmCalls.alarmOpen, {});
  const answer = body.data as { alarms: AlarmRow[]; more: number };
  expect([answer.alarms.length, answer.more]).toEqual([alarmOpenMax, 1]);
  expect(answer.alarms.slice(0, 2).map(({ droneSn }) => droneSn)).toEqual(["SN-1", `SN-${newest + 2}`]);
  expect(new Set(answer.alarms.slice(2).map(({ state }) => state))).toEqual(new Set(["acknowledged"]));
});

test("A message to the sockets has a bounded number of alarms", { tags: "full" }, async () => {
  const from = server.messages.length;
  for (let n = 1; n <= alarmChangedMax + 1; n++) server.raise({ priority: "p1", droneSn: `SN-${n}` });
  await server.live.alarms.flush();
  const sizes = server.messages.slice(from).map((message) => message.alarms.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(alarmChangedMax + 1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(alarmChangedMax);
});
