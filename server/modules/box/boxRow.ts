import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type { BoxRow } from "../../../adapters/contract/box.ts";
import { type PlusKind, plusKind } from "../../../adapters/contract/plus.ts";
import type { Db } from "../../db/handle.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { plusModules } from "../../db/schema/plus.ts";
import { toDeviceFields } from "../device/deviceFields.ts";

const kindOrder = plusKind.options.map(({ value }) => value);

/** Boxes as lists and details show them, with their modules and the count of their drones. */
export async function toBoxRows(db: Db, records: readonly BoxRecord[]): Promise<BoxRow[]> {
  if (records.length === 0) return [];
  const ids = records.map(({ id }) => id);
  const modules = await db
    .selectDistinct({ boxId: plusModules.boxId, kind: plusModules.kind })
    .from(plusModules)
    .where(and(inArray(plusModules.boxId, ids), isNull(plusModules.deletedAt)));
  const devices = await db
    .select({ boxId: boxes.id, deviceCount: count() })
    .from(drones)
    .innerJoin(boxes, eq(boxes.id, drones.boxId))
    .where(and(inArray(boxes.id, ids), isNull(drones.deletedAt)))
    .groupBy(boxes.id);
  const kinds = Map.groupBy(modules, ({ boxId }) => boxId);
  const counts = new Map(devices.map(({ boxId, deviceCount }) => [boxId, deviceCount]));
  return records.map((record) => {
    const boxKinds = (kinds.get(record.id) ?? []).map(({ kind }) => kind);
    return buildBoxRow(record, boxKinds.sort(compareByKind), counts.get(record.id) ?? 0);
  });
}

/** One box as lists and details show it. */
export async function toBoxRow(db: Db, record: BoxRecord): Promise<BoxRow> {
  const [row] = await toBoxRows(db, [record]);
  if (!row) throw new Error("One record makes one row");
  return row;
}

const compareByKind = (a: PlusKind, b: PlusKind) => kindOrder.indexOf(a) - kindOrder.indexOf(b);

const buildBoxRow = (record: BoxRecord, plusKinds: PlusKind[], deviceCount: number): BoxRow => ({
  ...toDeviceFields(record),
  mac: record.mac,
  binding: record.companyId === null ? "free" : "bound",
  status: record.status,
  firmware: record.firmware,
  deviceCount,
  plusKinds,
  remark: record.remark,
});
