import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createReplay } from "../../demo/replay.ts";
import { createLiveService } from "../../server/createLiveService.ts";
import { alarms } from "../../server/db/schema/alarm.ts";
import { createDataFactory } from "../contract/fixtures/createDataFactory.ts";
import { createTestPlatform } from "../helpers/testPlatform.ts";

const flightS = 600;
/** Seconds without samples: each longer than a source at 1 Hz may be silent before it is lost. */
const outages = [
  [100, 150],
  [250, 290],
  [420, 520],
] as const;

const ctx = await createTestPlatform();
await (await createDataFactory(ctx)).createCompany();
const live = createLiveService(ctx.platform, 10, { rules: {} });
await live.alarmRules?.load();
await live.alarms.restore();
const folder = await mkdtemp(path.join(tmpdir(), "outages-"));
afterAll(async () => {
  await live.stop();
  await ctx.close();
  await rm(folder, { recursive: true });
});

/** An Airdata recording at 1 Hz that flies north at 5 m/s, 60 m high. */
function createRecording(): string {
  const start = Date.UTC(2026, 2, 2, 2);
  const rows = [
    "time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(meters),speed(m/s),flycState",
  ];
  for (let second = 0; second <= flightS; second++) {
    if (outages.some(([from, to]) => second > from && second < to)) continue;
    const at = new Date(start + second * 1_000).toISOString().slice(0, 19).replace("T", " ");
    rows.push(`${second * 1_000},${at},${(39.92 + (second * 5) / 111_000).toFixed(7)},105.46,60,5,P-GPS`);
  }
  return rows.join("\n");
}

test("a recorded flight with three outages of its link is exactly three 失联", async () => {
  const file = path.join(folder, "outages.csv");
  await writeFile(file, createRecording());
  const replay = await createReplay(ctx.platform, live, file);
  for (let second = 0; second < flightS - 5; second++) {
    replay.run();
    live.tick();
    ctx.clock.advance(1_000);
  }
  await live.alarms.flush();
  const raised = await ctx.db
    .select()
    .from(alarms)
    .where(eq(alarms.kind, "lost"))
    .orderBy(asc(alarms.raisedAt));
  const startedAt = ctx.clock.now().getTime() - (flightS - 5) * 1_000;
  expect(raised.map(({ count }) => count)).toEqual([1, 1, 1]);
  for (const [n, [from, to]] of outages.entries()) {
    const second = ((raised[n]?.raisedAt.getTime() ?? 0) - startedAt) / 1_000;
    expect(second).toBeGreaterThan(from);
    expect(second).toBeLessThan(to);
  }
  // The long ones have become a P1, which waits for its acknowledgement.
  expect(raised.map(({ priority, isHolding }) => [priority, isHolding])).toEqual([
    ["p1", false],
    ["p2", false],
    ["p1", false],
  ]);
});
