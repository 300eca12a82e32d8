import { and, eq, inArray, isNull } from "drizzle-orm";
import { type deviceCalls, partialPlaceMessage } from "../../../adapters/contract/device.ts";
import type { Call, EndpointInput, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { boxes } from "../../db/schema/box.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { queryPage } from "../../list/queryPage.ts";
import { diffFields } from "../../records/diffFields.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createVersionConflict, handleUniqueViolation } from "../../records/refusals.ts";
import { buildSearchText } from "../../records/searchText.ts";
import type { DroneRecord } from "./deviceFields.ts";
import { endOwnership, getDeviceOwners, startOwnerships } from "./deviceOwners.ts";
import { droneList, getDrone, toDroneRow, toDroneRows } from "./droneList.ts";
import { lockNewOwner, lockNewOwners, type NewOwner } from "./lockNewOwner.ts";
import { readDevices, readScreenHangars } from "./readDevices.ts";

type Save = typeof deviceCalls.deviceSave;
type DroneInput = Omit<EndpointInput<Save>["body"], "id" | "version" | "requestId">;
/** Seam: the contract guarantees these fields for a new drone. */
type NewDrone = Pick<DroneRecord, "sn" | "model" | "uavClass" | "companyId">;

/** Where another request registers the same number at the same time. */
const duplicateMessages = { drones_sn_key: "序列号已被登记，请在无人机列表中查找" };

/** Registers a drone, or edits it. */
const deviceSave: Handler<Save> = async ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  if (id !== undefined) return update(id, version, sent, call);
  const [drone] = await createDrones([sent], call);
  return { id: drone?.id ?? "", version: 1 };
};

/** Registers drones, all of them or none. */
export async function createDrones(
  created: readonly DroneInput[],
  call: Call,
): Promise<readonly { readonly id: string }[]> {
  const { db, now } = call;
  const getOwner = await lockNewOwners(db, created);
  const records = created.map((sent) => {
    const required = sent as NewDrone;
    const company = getOwner(required.companyId);
    const fields = {
      registrationNo: "",
      ...toFields(sent),
      ...required,
      // The longest model and serial number are more than a name holds.
      name: sent.name ?? `${required.model} ${required.sn}`.slice(0, 40),
      companyName: company.name,
    };
    return { id: call.newId(), company, fields, clockCorrectionS: sent.clockCorrectionS ?? 0 };
  });
  await assertFreeSerialNumbers(
    db,
    records.map(({ fields }) => fields.sn),
  );
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(drones).values(
      records.map(({ id, fields }) => ({
        ...fields,
        id,
        createdAt: now,
        updatedAt: now,
        status: "offline" as const,
        search: toSearchText(fields),
      })),
    ),
  );
  await startOwnerships(
    call,
    records.map(({ id, company }) => ({ deviceId: id, company })),
  );
  for (const { id, fields } of records) call.audit({ entityId: id, after: fields });
  call.afterCommit(() => {
    for (const { fields, clockCorrectionS } of records) {
      call.live.clockCorrections.set(fields.sn, clockCorrectionS);
      call.live.ingestStatus.forgetUnregistered(fields.sn);
    }
  });
  return records.map(({ id }) => ({ id }));
}

async function update(id: string, version: number | undefined, sent: DroneInput, call: Call) {
  const { db, now } = call;
  const { companyId } = await getDrone(db, id);
  const isTransferred = sent.companyId !== undefined && sent.companyId !== companyId;
  const company = isTransferred ? await lockNewOwner(db, sent.companyId ?? "") : null;
  const record = await getDrone(db, id, "update");
  if (record.version !== version) throw createVersionConflict(await toDroneRow(call, record));
  const fields = toFields(sent);
  const next = { ...record, ...fields };
  if ((next.lng === null) !== (next.lat === null))
    throw new ValidationError([{ path: next.lng === null ? "lng" : "lat", message: partialPlaceMessage }]);
  const isRenumbered = next.sn !== record.sn;
  if (isRenumbered) await assertFreeSerialNumbers(db, [next.sn]);
  if (isRenumbered || company) await assertUnused(db, record, company ? "更换所属企业" : "修改序列号");
  const owner = company ? await transferOwnership(call, record, company) : {};
  const patch: Partial<DroneRecord> = { ...fields, ...owner };
  const stamps = { version: record.version + 1, updatedAt: now };
  await handleUniqueViolation(duplicateMessages, () =>
    db
      .update(drones)
      .set({ ...patch, search: toSearchText(next), ...stamps })
      .where(eq(drones.id, id)),
  );
  call.audit({ entityId: id, ...diffFields(record, patch) });
  call.afterCommit(() => {
    if (isRenumbered) call.live.clockCorrections.set(record.sn, 0);
    call.live.clockCorrections.set(next.sn, next.clockCorrectionS);
  });
  if (isRenumbered || company) call.afterCommit(() => call.live.registry.dropUnstarted(record.sn));
  return { id, version: stamps.version };
}

const toSearchText = ({ name, sn, registrationNo }: Pick<DroneRecord, "name" | "sn" | "registrationNo">) =>
  buildSearchText(name, sn, registrationNo);

/** The fields that were sent; an empty coordinate becomes null. */
const toFields = ({ lng, lat, ...sent }: DroneInput): Partial<DroneRecord> => {
  const fields: Partial<DroneRecord> = omitUndefined(sent);
  if (lng !== undefined) fields.lng = lng === "" ? null : lng;
  if (lat !== undefined) fields.lat = lat === "" ? null : lat;
  return fields;
};

/** A serial number names one drone on the platform: the refusal names its company. Every role that may save sees all companies. */
async function assertFreeSerialNumbers(db: Db, numbers: readonly string[]): Promise<void> {
  const [taken] = await db
    .select({ sn: drones.sn, name: drones.name, companyName: drones.companyName })
    .from(drones)
    .where(and(inArray(drones.sn, [...numbers]), isNull(drones.deletedAt)))
    .limit(1);
  if (taken)
    throw new RefusalError(
      `序列号 ${taken.sn} 已登记在「${taken.companyName}」名下（${taken.name}），请核对，或编辑该无人机`,
    );
}

/** Refuses while something refers to the drone by its serial number and company. */
async function assertUnused(db: Db, { sn, boxId, hangarId }: DroneRecord, change: string): Promise<void> {
  const [openTask] = await db
    .select({ taskNo: tasks.taskNo })
    .from(tasks)
    .where(and(eq(tasks.droneSn, sn), inArray(tasks.status, ["planned", "running"]), isNull(tasks.deletedAt)))
    .limit(1);
  if (openTask) throw new RefusalError(`无人机有未结束的任务 ${openTask.taskNo}，请在任务结束后${change}`);
  if (hangarId !== null) {
    const [hangar] = await db.select({ name: hangars.name }).from(hangars).where(eq(hangars.id, hangarId));
    throw new RefusalError(`无人机在机场「${hangar?.name ?? ""}」中，请先从那里移出，再${change}`);
  }
  if (boxId !== null) {
    const [box] = await db.select({ name: boxes.name }).from(boxes).where(eq(boxes.id, boxId));
    throw new RefusalError(`无人机接入了云盒「${box?.name ?? ""}」，请先断开，再${change}`);
  }
}

async function transferOwnership(call: Call, record: DroneRecord, company: NewOwner) {
  await endOwnership(call, record);
  await startOwnerships(call, [{ deviceId: record.id, company }]);
  return { companyId: company.id, companyName: company.name };
}

export const deviceHandlers: Handlers<typeof deviceCalls> = {
  deviceList: ({ query }, { db, actor: { view } }) =>
    view ? readScreenHangars(db, view) : readDevices(db, query),
  deviceOwners: ({ params }, { db }) => getDeviceOwners(db, params.id),
  deviceSave,
  droneList: async ({ body }, call) => {
    const page = await queryPage(call, droneList, body, (record) => record);
    return { ...page, list: await toDroneRows(call, page.list) };
  },
  droneOne: async ({ params }, call) => toDroneRow(call, await getDrone(call.db, params.id)),
};
