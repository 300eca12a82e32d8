import { expect, test } from "vitest";
import { finishDemoData, needsDemoData } from "../../../demo/seed/demoSeedState.ts";
import { demoSeeds } from "../../../server/db/schema/demoSeed.ts";
import { createTestDatabase } from "../../helpers/testDatabase.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const now = new Date("2026-03-02T02:00:00Z");

test("demo data go into an empty database, and on where a start was interrupted, and are not added to later", async () => {
  const { db, close } = await createTestDatabase();
  expect(await needsDemoData(db, now)).toBe(true);
  // The start was killed: the next one goes on.
  expect(await needsDemoData(db, now)).toBe(true);
  await finishDemoData(db, now);
  expect(await needsDemoData(db, now)).toBe(false);
  await close();
});

test("nothing is added to a database of an older version, which has staff and no note of its seeding", async () => {
  const ctx = await createTestPlatform();
  expect(await needsDemoData(ctx.db, now)).toBe(false);
  expect(await ctx.db.$count(demoSeeds)).toBe(0);
  await ctx.close();
});
