import { and, asc, eq, isNull, like } from "drizzle-orm";
import type { DeviceRow, deviceCalls } from "../../../adapters/contract/device.ts";
import type { Handlers } from "../../call.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { containing } from "../../list/conditions.ts";
import { hangarSaid } from "../hangar/hangarList.ts";
import { type DroneRecord, deviceFields } from "./deviceFields.ts";
import { ownersOf } from "./deviceOwners.ts";

export const deviceHandlers: Handlers<typeof deviceCalls> = {
  deviceList: async ({ query: { kind, companyId, keyword } }, { db }) => {
    const conditions = (table: typeof drones | typeof hangars | typeof boxes) =>
      and(
        isNull(table.deletedAt),
        companyId ? eq(table.companyId, companyId) : undefined,
        keyword ? like(table.search, containing(keyword)) : undefined,
      );
    const wanted = (one: DeviceRow["kind"]) => kind === undefined || kind === one;
    const ofHangars = wanted("hangar")
      ? await db.select().from(hangars).where(conditions(hangars)).orderBy(asc(hangars.name), asc(hangars.id))
      : [];
    const ofDrones = wanted("drone")
      ? await db.select().from(drones).where(conditions(drones)).orderBy(asc(drones.name), asc(drones.id))
      : [];
    const ofBoxes = wanted("box")
      ? await db.select().from(boxes).where(conditions(boxes)).orderBy(asc(boxes.nameOrder), asc(boxes.id))
      : [];
    return [...ofHangars.map(hangarRow), ...ofDrones.map(droneRow), ...ofBoxes.map(boxRow)];
  },
  deviceOwners: ({ params }, { db }) => ownersOf(db, params.id),
};

const hangarRow = (record: HangarRecord): DeviceRow => ({
  ...deviceFields(record),
  kind: "hangar",
  uavClass: null,
  registrationNo: "",
  boxId: null,
  hangarId: null,
  status: record.status === "fault" ? "fault" : record.status === "offline" ? "offline" : "online",
  hangar: hangarSaid(record),
});

const droneRow = (record: DroneRecord): DeviceRow => ({
  ...deviceFields(record),
  kind: "drone",
  uavClass: record.uavClass,
  registrationNo: record.registrationNo,
  boxId: record.boxId,
  hangarId: record.hangarId,
  status: record.status,
  hangar: null,
});

const boxRow = (record: BoxRecord): DeviceRow => ({
  ...deviceFields(record),
  kind: "box",
  uavClass: null,
  registrationNo: "",
  boxId: null,
  hangarId: null,
  status: record.status,
  hangar: null,
});
