import { and, asc, eq, isNull, like } from "drizzle-orm";
import type { DeviceRow, deviceCalls } from "../../../adapters/contract/device.ts";
import type { Handlers } from "../../call.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { toLikePattern } from "../../list/buildConditions.ts";
import { queryPage } from "../../list/queryPage.ts";
import { toHangarState } from "../hangar/hangarList.ts";
import { type DroneRecord, toDeviceFields } from "./deviceFields.ts";
import { getDeviceOwners } from "./deviceOwners.ts";
import { droneList, getDrone, toDroneRow, toDroneRows } from "./droneList.ts";
import { deviceSave } from "./saveDrone.ts";

export const deviceHandlers: Handlers<typeof deviceCalls> = {
  deviceList: async ({ query: { kind, companyId, keyword } }, { db }) => {
    const buildConditions = (table: typeof drones | typeof hangars | typeof boxes) =>
      and(
        isNull(table.deletedAt),
        companyId ? eq(table.companyId, companyId) : undefined,
        keyword ? like(table.search, toLikePattern(keyword)) : undefined,
      );
    const includesKind = (candidate: DeviceRow["kind"]) => kind === undefined || kind === candidate;
    const hangarRecords = includesKind("hangar")
      ? await db
          .select()
          .from(hangars)
          .where(buildConditions(hangars))
          .orderBy(asc(hangars.name), asc(hangars.id))
      : [];
    const droneRecords = includesKind("drone")
      ? await db
          .select()
          .from(drones)
          .where(buildConditions(drones))
          .orderBy(asc(drones.name), asc(drones.id))
      : [];
    const boxRecords = includesKind("box")
      ? await db
          .select()
          .from(boxes)
          .where(buildConditions(boxes))
          .orderBy(asc(boxes.nameOrder), asc(boxes.id))
      : [];
    return [
      ...hangarRecords.map(toHangarDeviceRow),
      ...droneRecords.map(toDroneDeviceRow),
      ...boxRecords.map(toBoxDeviceRow),
    ];
  },
  deviceOwners: ({ params }, { db }) => getDeviceOwners(db, params.id),
  deviceSave,
  droneList: async ({ body }, call) => {
    const page = await queryPage(call, droneList, body, (record) => record);
    return { ...page, list: await toDroneRows(call, page.list) };
  },
  droneOne: async ({ params }, call) => toDroneRow(call, await getDrone(call.db, params.id)),
};

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
