import { arrayContains, asc, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "../../../server/db/handle.ts";
import { insertAll } from "../../../server/db/insertAll.ts";
import { boxes } from "../../../server/db/schema/box.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { deviceOwners } from "../../../server/db/schema/deviceOwner.ts";
import { drones } from "../../../server/db/schema/drone.ts";
import { plusModules } from "../../../server/db/schema/plus.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { buildSearchText, toPinyinSortKey } from "../../../server/records/searchText.ts";
import { createSeededRandom } from "../../simulator/seededRandom.ts";
import type { DemoSeed } from "../demoSeed.ts";
import { seedForCompanies } from "../seedForCompanies.ts";

export const demoBoxCount = 80;

const seed = 20_261_120;
/**
 * Seeds cloud boxes of the demo companies with modules and owner histories, links drones to boxes, and counts the boxes
 * of each company. Deterministic by `now` and companies.
 */
export const seedBoxes: DemoSeed = seedForCompanies(boxes, async (db, owners, { now, newId }) => {
  const maintainers = await listMaintainers(db);
  const context = { now, newId, random: createSeededRandom(seed), maintainers };
  const fleet = createBoxFleet(context, owners, demoBoxCount);
  await insertAll(db, boxes, fleet.boxes);
  await insertAll(db, plusModules, fleet.modules);
  await insertAll(db, deviceOwners, fleet.owners);
  await linkDrones(db);
  await updateBoxCounts(db);
});

async function listMaintainers(db: Db): Promise<string[]> {
  const people = await db
    .select({ name: staff.name })
    .from(staff)
    .where(arrayContains(staff.roles, ["maintainer"]))
    .orderBy(asc(staff.id));
  return people.length > 0 ? people.map(({ name }) => name) : ["系统"];
}

/** Links every drone without a hangar to the first box of its company. */
async function linkDrones(db: Db): Promise<void> {
  const first = sql`(select min(${boxes.id}) from ${boxes} where ${boxes.companyId} = ${drones.companyId})`;
  await db.update(drones).set({ boxId: first }).where(isNull(drones.hangarId));
}

async function updateBoxCounts(db: Db): Promise<void> {
  const boxCount = sql`(select count(*)::int from ${boxes} where ${boxes.companyId} = ${companies.id})`;
  await db.update(companies).set({ boxCount }).where(ne(companies.boxCount, boxCount));
}

type Company = Pick<typeof companies.$inferSelect, "id" | "name" | "shortName" | "lng" | "lat" | "createdAt">;
type BoxInsert = typeof boxes.$inferInsert;

interface BoxSeedContext {
  readonly now: Date;
  readonly newId: () => string;
  readonly random: () => number;
  /** Names of staff who bind boxes. */
  readonly maintainers: readonly string[];
}

interface BoxFleet {
  readonly boxes: BoxInsert[];
  readonly modules: (typeof plusModules.$inferInsert)[];
  readonly owners: (typeof deviceOwners.$inferInsert)[];
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const models = ["AC-Box 1", "AC-Box 2", "AC-Box 2 Pro"];
const firmware = ["1.8.3", "2.0.1", "2.1.0", "2.1.4"];
const kinds = ["4g", "rtk", "camera", "speaker", "gas", "light"] as const;
const names = {
  "4g": "4G 通信模组",
  rtk: "RTK 差分模块",
  camera: "云台摄像头",
  speaker: "喊话器",
  gas: "四合一气体检测仪",
  light: "探照灯",
} as const;

/** Hours since a box was last seen: mostly moments, some days, a few over a month. */
const offlineHours = [0.01, 0.01, 0.02, 0.01, 30, 0.01, 100, 0.02, 0.01, 1000];

/**
 * Creates cloud boxes: most belong to a company, every eighth is free, one in three had another owner before, every
 * tenth has a fault.
 */
function createBoxFleet(context: BoxSeedContext, owners: readonly Company[], count: number): BoxFleet {
  const fleet: BoxFleet = { boxes: [], modules: [], owners: [] };
  for (let n = 0; n < count; n++) {
    const company = pickAt(owners, n * 7);
    const isFree = n % 8 === 7;
    const box = createBox(context, company, n, isFree);
    fleet.boxes.push(box);
    fleet.modules.push(...createModules(context, box, n));
    const former = n % 3 === 1 || isFree ? [pickAt(owners, n * 7 + 3)] : [];
    fleet.owners.push(...createOwnerHistory(context, box, former, isFree ? null : company));
  }
  return fleet;
}

function createBox(
  { now, newId, random }: BoxSeedContext,
  company: Company,
  n: number,
  isFree: boolean,
): BoxInsert {
  const name = isFree ? `备用云盒${pad(n + 1, 3)}` : `${company.shortName}云盒${pad(n + 1, 3)}`;
  const mac = `60:60:1F:${toHex(n * 73 + 17)}:${toHex(n * 31 + 5)}:${toHex(n)}`;
  const sn = `ACB2${pad(100_001 + n * 37, 8)}`;
  const silentMs = (offlineHours[n % offlineHours.length] ?? 0) * hourMs;
  const isFault = n % 10 === 5;
  const jitter = (value: number | null) => Math.round(((value ?? 0) + (random() - 0.5) * 0.02) * 1e6) / 1e6;
  const isPlaced = !isFree && company.lng !== null && company.lat !== null;
  return {
    id: newId(),
    createdAt: new Date(now.getTime() - Math.round((200 + n) * dayMs)),
    updatedAt: now,
    name,
    nameOrder: toPinyinSortKey(name),
    mac,
    sn,
    model: models[n % models.length] ?? "",
    companyId: isFree ? null : company.id,
    companyName: isFree ? "" : company.name,
    status: isFree || silentMs > hourMs ? "offline" : isFault ? "fault" : "online",
    firmware: firmware[n % firmware.length] ?? "",
    lng: isPlaced ? jitter(company.lng) : null,
    lat: isPlaced ? jitter(company.lat) : null,
    lastSeenAt: n % 16 === 15 ? null : new Date(now.getTime() - Math.round(silentMs)),
    remark: isFree ? "仓库备件" : "",
    search: buildSearchText(name, mac, sn),
  };
}

/** One to four modules, of different kinds. */
const createModules = (
  { newId }: BoxSeedContext,
  { id: boxId, createdAt, updatedAt }: BoxInsert,
  n: number,
) =>
  Array.from({ length: 1 + (n % 4) }, (_, index) => {
    const kind = pickAt(kinds, n + index);
    return {
      id: newId(),
      createdAt,
      updatedAt,
      boxId,
      name: names[kind],
      kind,
      sn: `P${kind.toUpperCase()}${pad(n * 10 + index + 1_000, 6)}`,
      status: (n * 4 + index) % 17 === 9 ? ("fault" as const) : ("normal" as const),
    };
  });

/** Former owners of a box in order, then the present one. */
function createOwnerHistory(
  { now, newId, random, maintainers }: BoxSeedContext,
  { id: deviceId, createdAt }: BoxInsert,
  former: readonly Company[],
  present: Company | null,
): (typeof deviceOwners.$inferInsert)[] {
  const pickMaintainer = () => pickAt(maintainers, Math.floor(random() * 100));
  let boundAt = createdAt;
  const entries = former.map((company) => {
    const unboundAt = new Date((boundAt.getTime() + now.getTime()) / 2);
    const entry = {
      ...toOwner(company),
      boundAt,
      boundBy: pickMaintainer(),
      unboundAt,
      unboundBy: pickMaintainer(),
    };
    boundAt = new Date(unboundAt.getTime() + 2 * dayMs);
    return { id: newId(), deviceId, ...entry };
  });
  const since = { boundAt, boundBy: pickMaintainer(), unboundAt: null, unboundBy: "" };
  return present ? [...entries, { id: newId(), deviceId, ...toOwner(present), ...since }] : entries;
}

const toOwner = ({ id, name }: Company) => ({ companyId: id, companyName: name });

const pad = (value: number, digits: number) => String(value).padStart(digits, "0");
const toHex = (value: number) => (value % 256).toString(16).toUpperCase().padStart(2, "0");

function pickAt<T>(list: readonly T[], n: number): T {
  const one = list[n % list.length];
  if (one === undefined) throw new Error("There is at least one");
  return one;
}
