import type { Db } from "../../server/db/handle.ts";
import { demoSeeds } from "./demoSeeds.ts";
import { type DemoDevicePlatform, seedDemoDevice } from "./devices/demoDevice.ts";
import { seedFlights } from "./flights/seedFlights.ts";
import { getDemoScale, seedDemo } from "./seedDemo.ts";

/**
 * Seeds the demo data that are missing: all of them, or what an interrupted start left out.
 * @param companyCount see `getDemoScale`
 */
export async function seedDemoData(
  db: Db,
  companyCount: number,
  devicePlatform: DemoDevicePlatform,
): Promise<void> {
  const { now } = devicePlatform;
  await seedDemo(db, now, getDemoScale(companyCount));
  await seedFlights(db, now);
  for (const seed of demoSeeds) await seed(db, now);
  await seedDemoDevice(db, devicePlatform);
}
