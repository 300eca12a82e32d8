import { asc, eq } from "drizzle-orm";
import { encryptSecret } from "../../../server/auth/encryptSecret.ts";
import { createIdGenerator } from "../../../server/createIdGenerator.ts";
import type { Db } from "../../../server/db/handle.ts";
import { accessKeys } from "../../../server/db/schema/accessKey.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { regions } from "../../../server/db/schema/region.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { demoDevice } from "../../../server/modules/accessKey/demoKey.ts";
import type { Platform } from "../../../server/platform.ts";
import { buildSearchText, toPinyinSortKey } from "../../../server/records/searchText.ts";

/** Process id unlike those of the other seeds, so that ids do not collide. */
const processNumber = 1020;
/** Older than every other demo company: it is at the end of the list. */
const companyAgeMs = 600 * 86_400_000;
const region = { id: "152921", lng: 105.46, lat: 39.92 };

export type DemoDevicePlatform = Pick<Platform, "secretKey" | "randomBytes"> & { readonly now: Date };

/** Whether the company is there, or was deleted. */
const hasDemoDevice = async (db: Db): Promise<boolean> =>
  (await db.$count(companies, eq(companies.creditCode, demoDevice.creditCode))) > 0;

/** Seeds the company, its access key and its drone. Does nothing if the company is there, or was deleted. */
export async function seedDemoDevice(db: Db, platform: DemoDevicePlatform): Promise<boolean> {
  const { secretKey, randomBytes, now } = platform;
  return db.transaction(async (tx) => {
    if (await hasDemoDevice(tx)) return false;
    const { creditCode, companyName, accessKey, secret, droneSn } = demoDevice;
    const [creator] = await tx.select().from(staff).orderBy(asc(staff.id)).limit(1);
    const [place] = await tx.select().from(regions).where(eq(regions.id, region.id));
    if (!creator || !place) return false;
    const newId = createIdGenerator(() => now, processNumber);
    const createdAt = new Date(now.getTime() - companyAgeMs);
    const companyId = newId();
    await tx.insert(companies).values({
      id: companyId,
      createdAt,
      updatedAt: createdAt,
      name: companyName,
      nameOrder: toPinyinSortKey(companyName),
      shortName: companyName,
      creditCode,
      type: "enterprise",
      level: "D",
      contact: "设备接入",
      phone: "13910029999",
      regionId: place.id,
      regionName: place.fullName,
      address: `${place.name}航空路 1 号`,
      lng: region.lng,
      lat: region.lat,
      search: buildSearchText(companyName, creditCode),
    });
    await tx.insert(accessKeys).values({
      id: newId(),
      companyId,
      accessKey,
      sealedSecret: encryptSecret(secretKey, randomBytes, secret),
      createdAt: now,
      createdBy: creator.id,
    });
    const droneName = "演示设备 1 号机";
    await tx.insert(drones).values({
      id: newId(),
      createdAt: now,
      updatedAt: now,
      name: droneName,
      sn: droneSn,
      model: "DJI Air 2S",
      uavClass: "light",
      registrationNo: "",
      companyId,
      companyName,
      status: "offline",
      search: buildSearchText(droneName, droneSn),
    });
    return true;
  });
}
