import { inArray } from "drizzle-orm";
import { type DroneRow, deviceCalls, droneRow } from "../../../adapters/contract/device.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { ownerColumn, textColumn, timeColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import { findActive } from "../../records/findActive.ts";
import { requireRecord } from "../../records/refusals.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { type DroneRecord, formatPlace, toDeviceFields } from "./deviceFields.ts";

/** The list of all companies' drones. */
export const droneList = defineRecordSource(deviceCalls.droneList, drones);

/** Reads a drone; refuses if there is none. */
export async function getDrone(db: Db, id: string, lock?: "update"): Promise<DroneRecord> {
  return requireRecord(await findActive(db, drones, id, lock), word.drone);
}

type RowSources = Pick<Call, "db" | "live">;

export async function toDroneRow(sources: RowSources, record: DroneRecord): Promise<DroneRow> {
  return requireRecord((await toDroneRows(sources, [record]))[0], word.drone);
}

/** Drones with the names of their boxes and hangars. */
export async function toDroneRows(
  { db, live }: RowSources,
  records: readonly DroneRecord[],
): Promise<DroneRow[]> {
  const boxNames = await readNames(
    db,
    boxes,
    records.map(({ boxId }) => boxId),
  );
  const hangarNames = await readNames(
    db,
    hangars,
    records.map(({ hangarId }) => hangarId),
  );
  return records.map((record) => ({
    ...toDeviceFields(record),
    companyId: record.companyId,
    uavClass: record.uavClass,
    registrationNo: record.registrationNo,
    clockCorrectionS: record.clockCorrectionS,
    boxId: record.boxId,
    hangarId: record.hangarId,
    boxName: boxNames.get(record.boxId) ?? null,
    hangarName: hangarNames.get(record.hangarId) ?? null,
    lastSeenAt: getLastSeen(record, live)?.toISOString() ?? null,
  }));
}

/** What is in memory is newer than the record, which is updated once a minute. */
function getLastSeen({ companyId, sn, lastSeenAt }: DroneRecord, live: Call["live"]): Date | null {
  const entry = live.ingestStatus.getDevice(companyId, sn);
  return entry ? new Date(Math.max(entry.lastAt, lastSeenAt?.getTime() ?? 0)) : lastSeenAt;
}

async function readNames(
  db: Db,
  table: typeof boxes | typeof hangars,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const present = [...new Set(ids)].filter((id) => id !== null);
  if (present.length === 0) return new Map();
  const found = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.id, present));
  return new Map(found.map(({ id, name }) => [id, name]));
}

const column = createRowColumns(droneRow);

/** The workbook of 全部无人机. */
const droneSheet: RowSheet<DroneRow> = {
  title: "无人机列表",
  columns: [
    column.text("name", 24),
    ownerColumn,
    column.text("sn", 24),
    column.text("model", 16),
    column.label("uavClass", 10),
    column.time("lastSeenAt"),
    textColumn("hangarName", word.hangar, 24, ({ hangarName }) => hangarName ?? ""),
    textColumn("boxName", word.box, 24, ({ boxName }) => boxName ?? ""),
    column.text("registrationNo", 22),
    textColumn("lng", "停放位置", 24, formatPlace),
    timeColumn("createdAt", word.registeredAt, ({ createdAt }) => createdAt),
  ],
};

export const prepareDroneExport: ExportPreparer<typeof deviceCalls.droneExport> = (body, call) =>
  prepareRowExport(
    call,
    droneList,
    body,
    (db, drones) => toDroneRows({ db, live: call.live }, drones),
    droneSheet,
  );
