import { eq } from "drizzle-orm";
import { findShapeError } from "../../../adapters/contract/findShapeError.ts";
import * as word from "../../../adapters/contract/words.ts";
import { findLimitError, type zoneEditCalls, zoneUndoMs } from "../../../adapters/contract/zoneEdit.ts";
import type { Call, EndpointInput, Handlers } from "../../call.ts";
import { controlZones, type ZoneUndo, type ZoneValues } from "../../db/schema/zone.ts";
import { RefusalError } from "../../errors.ts";
import { diffFields } from "../../records/diffFields.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { splitPolygon } from "../../zones/splitPolygon.ts";
import { lockCompany } from "../company/getCompany.ts";
import { zoneImport, zoneImportCheck } from "./zoneImport.ts";
import {
  findOverlaps,
  toAuditValues,
  toZoneColumns,
  toZoneRow,
  toZoneValues,
  type ZoneRecord,
} from "./zoneRecord.ts";

type Calls = typeof zoneEditCalls;
type SaveBody = EndpointInput<Calls["zoneSave"]>["body"];

/** An undo that was pressed in the last second may take a while to arrive. */
const undoGraceMs = 5_000;

/** Reads a zone, deleted or not, and locks its row until the transaction ends. */
async function lockZone({ db }: Call, id: string): Promise<ZoneRecord> {
  const [found] = await db.select().from(controlZones).where(eq(controlZones.id, id)).for("update");
  return requireRecord(found, word.zone);
}

function assertVersion({ now }: Call, record: ZoneRecord, version: number | undefined): void {
  if (record.version !== version) throw createVersionConflict(toZoneRow(record, now));
}

/** Like `lockZone`; a deleted zone counts as missing, a stale version is a conflict. */
async function lockActiveZone(call: Call, id: string, version: number | undefined): Promise<ZoneRecord> {
  const found = await lockZone(call, id);
  const record = requireRecord(found.deletedAt ? null : found, word.zone);
  assertVersion(call, record, version);
  return record;
}

/** Tells every live map, and everybody who evaluates zones, after the commit. */
function publishChange(call: Call, ids: readonly string[]): void {
  call.publish("zone.changed", { ids });
}

/** Writes a change of a zone and how to undo it; returns the new version. */
async function writeChange(call: Call, record: ZoneRecord, values: ZoneValues, splitId?: string) {
  const previous: ZoneUndo = { values: toZoneValues(record), ...(splitId ? { splitId } : {}) };
  const version = record.version + 1;
  await call.db
    .update(controlZones)
    .set({ ...toZoneColumns(values), previous, version, updatedAt: call.now })
    .where(eq(controlZones.id, record.id));
  return version;
}

/** Inserts a new zone; returns its id. */
export async function insertZone(call: Call, values: ZoneValues): Promise<string> {
  const id = call.newId();
  await call.db
    .insert(controlZones)
    .values({ id, createdAt: call.now, updatedAt: call.now, ...toZoneColumns(values) });
  return id;
}

/** The sent fields as values of a zone; absent ones stay unchanged. */
async function toSentValues(
  { db }: Call,
  { from, to, companyId, ...sent }: Omit<SaveBody, "id" | "version" | "requestId">,
): Promise<Partial<ZoneValues>> {
  const company = companyId ? await lockCompany(db, companyId) : null;
  return {
    ...omitUndefined(sent),
    ...(from === undefined ? {} : { fromAt: from || null }),
    ...(to === undefined ? {} : { toAt: to || null }),
    ...(companyId === undefined ? {} : { companyId: company?.id ?? null, companyName: company?.name ?? "" }),
  };
}

const newZone = {
  fromAt: null,
  toAt: null,
  weekly: [],
  companyId: null,
  companyName: "",
  status: "active",
} as const;

async function save({ id, version, requestId, ...sent }: SaveBody, call: Call) {
  const patch = await toSentValues(call, sent);
  const record = id === undefined ? null : await lockActiveZone(call, id, version);
  // Cast: the contract guarantees the other fields of a new zone.
  const values = { ...(record ? toZoneValues(record) : newZone), ...patch } as ZoneValues;
  const error = findLimitError({ ...values, from: values.fromAt, to: values.toAt });
  if (error) throw new RefusalError(error.message);
  const saved = record
    ? { id: record.id, version: await writeChange(call, record, values) }
    : { id: await insertZone(call, values), version: 1 };
  const after = toAuditValues(patch);
  call.audit({
    entityId: saved.id,
    ...(record ? diffFields(toAuditValues(toZoneValues(record)), after) : { after }),
  });
  publishChange(call, [saved.id]);
  return { ...saved, overlaps: await findOverlaps(call.db, { id: saved.id, shape: values.shape }) };
}

/** Cuts a polygon in two: the zone keeps one part, a new zone gets the other. */
async function split({ id, version, line }: EndpointInput<Calls["zoneSplit"]>["body"], call: Call) {
  const record = await lockActiveZone(call, id, version);
  if (record.shape.type !== "Polygon") throw new RefusalError("只有多边形可以拆分");
  const parts = splitPolygon(record.shape.coordinates, line);
  if (typeof parts === "string") throw new RefusalError(parts);
  const [kept, cutOff] = parts.map((coordinates) => ({ type: "Polygon" as const, coordinates }));
  for (const shape of [kept, cutOff]) {
    const error = shape && findShapeError(shape);
    if (error) throw new RefusalError(`拆分后的一部分不能作为管制区：${error}`);
  }
  if (!kept || !cutOff) throw new Error("a split makes two parts");
  const values = toZoneValues(record);
  const name = `${values.name.slice(0, 36)}（2）`;
  const newId = await insertZone(call, { ...values, name, shape: cutOff });
  const nextVersion = await writeChange(call, record, { ...values, shape: kept }, newId);
  call.audit({
    entityId: id,
    before: toAuditValues({ shape: record.shape }),
    after: { ...toAuditValues({ shape: kept }), splitInto: name },
  });
  publishChange(call, [id, newId]);
  return { id, version: nextVersion, newId };
}

async function remove(id: string, version: number, call: Call) {
  const record = await lockActiveZone(call, id, version);
  const next = { version: record.version + 1, updatedAt: call.now, deletedAt: call.now, previous: null };
  await call.db.update(controlZones).set(next).where(eq(controlZones.id, id));
  call.audit({ entityId: id, before: toAuditValues(toZoneValues(record)) });
  publishChange(call, [id]);
  return { id, version: next.version };
}

/** Undoes the last change of a zone: an edit, a split, a removal, or its creation. */
async function restore({ id, version }: EndpointInput<Calls["zoneRestore"]>["body"], call: Call) {
  const { db, now } = call;
  const record = await lockZone(call, id);
  assertVersion(call, record, version);
  if (now.getTime() - record.updatedAt.getTime() > zoneUndoMs + undoGraceMs)
    throw new RefusalError("更改已超过 30 秒，不能撤销，请直接编辑");
  const { previous } = record;
  const isNew = record.version === 1;
  if (!record.deletedAt && !previous && !isNew) throw new RefusalError("没有可以撤销的更改");
  const splitId = previous?.splitId;
  if (splitId) {
    const part = await lockZone(call, splitId);
    if (part.version !== 1) throw new RefusalError(`「${part.name}」已被更改，不能撤销拆分`);
    await db
      .update(controlZones)
      .set({ deletedAt: now, updatedAt: now, version: 2 })
      .where(eq(controlZones.id, splitId));
  }
  const next = { version: record.version + 1, updatedAt: now, previous: null };
  await db
    .update(controlZones)
    .set({
      ...(previous ? toZoneColumns(previous.values) : {}),
      ...next,
      deletedAt: isNew && !record.deletedAt ? now : null,
    })
    .where(eq(controlZones.id, id));
  const current = toAuditValues(toZoneValues(record));
  call.audit({
    entityId: id,
    ...(previous ? diffFields(current, toAuditValues(previous.values)) : {}),
    ...(record.deletedAt ? { after: current } : {}),
    ...(isNew && !record.deletedAt ? { before: current } : {}),
  });
  publishChange(call, splitId ? [id, splitId] : [id]);
  return { id, version: next.version };
}

export const zoneEditHandlers: Handlers<Calls> = {
  zoneSave: ({ body }, call) => save(body, call),
  zoneSplit: ({ body }, call) => split(body, call),
  zoneRemove: ({ params, query }, call) => remove(params.id, query.version, call),
  zoneRestore: ({ body }, call) => restore(body, call),
  zoneImportCheck,
  zoneImport,
};
