import type { Db } from "../../server/db/handle.ts";
import { demoSeeds } from "../../server/db/schema/demoSeed.ts";
import { staff } from "../../server/db/schema/staff.ts";
import type { Platform } from "../../server/platform.ts";

/**
 * Whether demo data are to be seeded: into an empty database, or on where a start was interrupted. To data that are
 * complete nothing is added, whatever a later version seeds.
 */
export async function needsDemoData(db: Db, now: Date): Promise<boolean> {
  const seeds = await db.select().from(demoSeeds);
  if (seeds.length > 0) return seeds.some(({ finishedAt }) => finishedAt === null);
  if ((await db.$count(staff)) > 0) return false;
  await db.insert(demoSeeds).values({ startedAt: now });
  return true;
}

/** Notes that the demo data are complete. */
export const finishDemoData = async (db: Db, now: Date): Promise<void> =>
  void (await db.update(demoSeeds).set({ finishedAt: now }));

/** Seeds the demo data that are missing. */
export async function completeDemoData({
  db,
  settings,
  secretKey,
  randomBytes,
  clock,
}: Pick<Platform, "db" | "settings" | "secretKey" | "randomBytes" | "clock">): Promise<void> {
  if (!(await needsDemoData(db, clock()))) return;
  // Later starts need not load the seeds, which have half a megabyte of names.
  const { seedDemoData } = await import("./seedDemoData.ts");
  await seedDemoData(db, settings.seedCompanies, { secretKey, randomBytes, now: clock() });
  await finishDemoData(db, clock());
}
