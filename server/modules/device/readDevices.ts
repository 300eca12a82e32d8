import { and, asc, desc, eq, isNull, like, type SQL } from "drizzle-orm";
import { type DeviceRow, type deviceCalls, deviceListMax } from "../../../adapters/contract/device.ts";
import type { EndpointInput } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { toLikePattern } from "../../list/buildConditions.ts";
import { maskNames } from "../../screens/maskNames.ts";
import type { ScreenView } from "../../screens/screenView.ts";
import { toHangarState } from "../hangar/hangarList.ts";
import { readHangarsIn } from "../hangar/readHangarsIn.ts";
import { type DroneRecord, toDeviceFields } from "./deviceFields.ts";

type DeviceFilter = EndpointInput<typeof deviceCalls.deviceList>["query"];

const buildConditions = (
  table: typeof drones | typeof hangars | typeof boxes,
  { companyId, keyword }: DeviceFilter,
): SQL | undefined =>
  and(
    isNull(table.deletedAt),
    companyId ? eq(table.companyId, companyId) : undefined,
    keyword ? like(table.search, toLikePattern(keyword)) : undefined,
  );

interface Part {
  /** Devices of each kind at most. */
  readonly limit: number;
  /** The newest first; by default by name. */
  readonly newestFirst: boolean;
}
const whole: Part = { limit: deviceListMax, newestFirst: false };

/** Hangars, drones and boxes in one list. */
export async function readDevices(
  db: Db,
  filter: DeviceFilter,
  { limit, newestFirst }: Part = whole,
): Promise<DeviceRow[]> {
  const { kind, boxId, hangarId } = filter;
  const isLinked = boxId !== undefined || hangarId !== undefined;
  const includesKind = (candidate: DeviceRow["kind"]) =>
    (kind === undefined || kind === candidate) && (candidate === "drone" || !isLinked);
  const hangarRecords = includesKind("hangar")
    ? await db
        .select()
        .from(hangars)
        .where(buildConditions(hangars, filter))
        .orderBy(newestFirst ? desc(hangars.createdAt) : asc(hangars.name), asc(hangars.id))
        .limit(limit)
    : [];
  const droneRecords = includesKind("drone")
    ? await db
        .select()
        .from(drones)
        .where(
          and(
            buildConditions(drones, filter),
            boxId ? eq(drones.boxId, boxId) : undefined,
            hangarId ? eq(drones.hangarId, hangarId) : undefined,
          ),
        )
        .orderBy(newestFirst ? desc(drones.createdAt) : asc(drones.name), asc(drones.id))
        .limit(limit)
    : [];
  const boxRecords = includesKind("box")
    ? await db
        .select()
        .from(boxes)
        .where(buildConditions(boxes, filter))
        .orderBy(newestFirst ? desc(boxes.createdAt) : asc(boxes.nameOrder), asc(boxes.id))
        .limit(limit)
    : [];
  return [
    ...hangarRecords.map(toHangarDeviceRow),
    ...droneRecords.map(toDroneDeviceRow),
    ...boxRecords.map(toBoxDeviceRow),
  ];
}

/** The hangars that a screen shows. */
export async function readScreenHangars(db: Db, { scope, audience }: ScreenView): Promise<DeviceRow[]> {
  const rows = (await readHangarsIn(db, scope)).slice(0, deviceListMax).map(toHangarDeviceRow);
  return audience === "visitors" ? rows.map((row) => maskNames(row, "name")) : rows;
}

/** How many devices of each kind a company has. */
export async function countDevices(
  db: Db,
  companyId: string,
): Promise<Readonly<Record<DeviceRow["kind"], number>>> {
  const filter = { companyId };
  const [drone, hangar, box] = await Promise.all([
    db.$count(drones, buildConditions(drones, filter)),
    db.$count(hangars, buildConditions(hangars, filter)),
    db.$count(boxes, buildConditions(boxes, filter)),
  ]);
  return { drone, hangar, box };
}

const toHangarDeviceRow = (record: HangarRecord): DeviceRow => ({
  ...toDeviceFields(record),
  kind: "hangar",
  uavClass: null,
  registrationNo: "",
  boxId: null,
  hangarId: null,
  status: record.status === "fault" ? "fault" : record.status === "offline" ? "offline" : "online",
  hangar: toHangarState(record),
});

const toDroneDeviceRow = (record: DroneRecord): DeviceRow => ({
  ...toDeviceFields(record),
  kind: "drone",
  uavClass: record.uavClass,
  registrationNo: record.registrationNo,
  boxId: record.boxId,
  hangarId: record.hangarId,
  status: record.status,
  hangar: null,
});

const toBoxDeviceRow = (record: BoxRecord): DeviceRow => ({
  ...toDeviceFields(record),
  kind: "box",
  uavClass: null,
  registrationNo: "",
  boxId: null,
  hangarId: null,
  status: record.status,
  hangar: null,
});
