import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { hangarCalls } from "../../../adapters/contract/hangar.ts";
import * as word from "../../../adapters/contract/words.ts";
import { hangarStatusMachine } from "../../../machines/status/hangar.ts";
import type { Call, EndpointInput, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { drones } from "../../db/schema/drone.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { RefusalError } from "../../errors.ts";
import { announceChange } from "../../records/announceChange.ts";
import { diffFields } from "../../records/diffFields.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { handleUniqueViolation, requireRecord } from "../../records/refusals.ts";
import { renameCopies } from "../../records/renameCopies.ts";
import { buildSearchText } from "../../records/searchText.ts";
import { endOwnership, startOwnerships } from "../device/deviceOwners.ts";
import { lockNewOwner, lockNewOwners, type NewOwner } from "../device/lockNewOwner.ts";
import { hangarRecords } from "./hangarList.ts";

interface DroneAssignment {
  readonly hangarId: string;
  readonly companyId: string;
  readonly droneSn: string;
}

/** Refuses a drone of another company or in another hangar. */
async function assertOwnDrone(db: Db, { hangarId, companyId, droneSn }: DroneAssignment): Promise<void> {
  if (droneSn === "") return;
  const [drone] = await db
    .select()
    .from(drones)
    .where(and(eq(drones.sn, droneSn), isNull(drones.deletedAt)))
    .for("update");
  const { companyId: owner, companyName } = requireRecord(drone, word.drone);
  if (owner !== companyId)
    throw new RefusalError(`无人机 ${droneSn} 属于「${companyName}」，只能选择同一企业的无人机`);
  const [otherHangar] = await db
    .select({ name: hangars.name })
    .from(hangars)
    .where(and(eq(hangars.droneSn, droneSn), ne(hangars.id, hangarId), isNull(hangars.deletedAt)));
  if (otherHangar)
    throw new RefusalError(`无人机 ${droneSn} 已在机场「${otherHangar.name}」中，请先从那里移出`);
}

/** Updates the drones' `hangarId` to match the hangar's drone. */
async function assignDrone(db: Db, { hangarId, droneSn }: DroneAssignment, now: Date): Promise<void> {
  await db.update(drones).set({ hangarId: null, updatedAt: now }).where(eq(drones.hangarId, hangarId));
  if (droneSn !== "")
    await db
      .update(drones)
      .set({ hangarId, updatedAt: now })
      .where(and(eq(drones.sn, droneSn), isNull(drones.deletedAt)));
}

type Save = typeof hangarCalls.hangarAdd;
type HangarInput = Omit<EndpointInput<Save>["body"], "id" | "version" | "requestId">;
/** Fields that the contract guarantees for a new hangar. */
type NewHangar = Pick<HangarRecord, "name" | "sn" | "model" | "companyId" | "lng" | "lat" | "altitude">;

const duplicateMessages = {
  hangars_sn_key: "序列号已存在，请核对后重新填写",
  hangars_drone_sn_key: "该无人机已在其他机场中，请先从那里移出",
};

/** Adds or edits a hangar, or changes whether it is in service. */
const hangarAdd: Handler<Save> = async ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  if (id !== undefined) return update(id, version, sent, call);
  const [hangar] = await createHangars([sent], call);
  return { id: hangar?.id ?? "", version: 1 };
};

/** Adds hangars, all of them or none; they are offline until they report. */
export async function createHangars(
  created: readonly HangarInput[],
  call: Call,
): Promise<readonly { readonly id: string }[]> {
  const { db, now } = call;
  const getOwner = await lockNewOwners(db, created);
  const records = created.map(({ status, ...sent }) => {
    const fields = omitUndefined(sent) as NewHangar & Partial<HangarRecord>;
    return { id: call.newId(), fields, company: getOwner(fields.companyId), status };
  });
  const assignments = records.map(({ id, fields: { companyId, droneSn = "" } }) => ({
    hangarId: id,
    companyId,
    droneSn,
  }));
  for (const assignment of assignments) await assertOwnDrone(db, assignment);
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(hangars).values(
      records.map(({ id, fields, company, status }) => ({
        ...fields,
        id,
        createdAt: now,
        updatedAt: now,
        companyName: company.name,
        status: status === "service" ? ("service" as const) : ("offline" as const),
        cover: "closed" as const,
        windSpeed: 0,
        rainfall: 0,
        temperature: 0,
        search: buildSearchText(fields.name, fields.sn),
      })),
    ),
  );
  for (const assignment of assignments) if (assignment.droneSn !== "") await assignDrone(db, assignment, now);
  await startOwnerships(
    call,
    records.map(({ id, company }) => ({ deviceId: id, company })),
  );
  for (const { id, fields, company } of records)
    call.audit({ entityId: id, after: { ...fields, companyName: company.name } });
  return records.map(({ id }) => ({ id }));
}

async function update(id: string, version: number | undefined, { status, ...sent }: HangarInput, call: Call) {
  const { db, now } = call;
  const { companyId } = await hangarRecords.get(db, id);
  const isTransferred = sent.companyId !== undefined && sent.companyId !== companyId;
  const company = isTransferred ? await lockNewOwner(db, sent.companyId ?? "") : null;
  const record = await hangarRecords.lock(call, id, version);
  const fields = omitUndefined(sent);
  const owner = company ? await transferOwnership(call, record, company) : {};
  const next = { ...record, ...fields, ...owner };
  const isDroneChanged = next.droneSn !== record.droneSn;
  const assignment = { hangarId: id, companyId: next.companyId, droneSn: next.droneSn };
  if (isDroneChanged || next.companyId !== record.companyId) {
    if (record.status === "working") throw new RefusalError("机场正在作业，请在任务结束后更换无人机");
    await assertOwnDrone(db, assignment);
  }
  const isOnlyChange = Object.keys(fields).length === 0;
  const patch: Partial<HangarRecord> = {
    ...fields,
    ...owner,
    // The battery level of the new drone is unknown until it reports.
    ...(isDroneChanged ? { droneBattery: null } : {}),
    ...transitionStatus(record, status, isOnlyChange),
  };
  const stamps = { version: record.version + 1, updatedAt: now };
  await handleUniqueViolation(duplicateMessages, () =>
    db
      .update(hangars)
      .set({ ...patch, search: buildSearchText(next.name, next.sn), ...stamps })
      .where(eq(hangars.id, id)),
  );
  if (next.name !== record.name) {
    await renameCopies(call, hangars, id, { name: next.name });
    announceChange(call, "task", null);
  }
  if (isDroneChanged) await assignDrone(db, assignment, now);
  call.audit({ entityId: id, ...diffFields(record, patch) });
  return { id, version: stamps.version };
}

/** Applies a status that was sent; an unchanged one is refused if nothing else is to change. */
function transitionStatus(
  record: HangarRecord,
  to: HangarInput["status"],
  isOnlyChange: boolean,
): Partial<HangarRecord> {
  if (to === undefined || (to === record.status && !isOnlyChange)) return {};
  const [event, eventLabel] =
    to === "service" ? (["suspend", word.suspend] as const) : (["resume", "恢复使用"] as const);
  const status = hangarStatusMachine.next(record.status, event);
  if (status === null)
    throw new RefusalError(
      `机场当前状态为「${hangarStatusMachine.label(record.status)}」，不能${eventLabel}`,
    );
  return { status };
}

/** Moves the hangar to another company; only while it is idle and has no open task. */
async function transferOwnership(
  call: Call,
  record: HangarRecord,
  company: NewOwner,
): Promise<Partial<HangarRecord>> {
  if (record.status !== "idle")
    throw new RefusalError(
      `机场当前状态为「${hangarStatusMachine.label(record.status)}」，仅空闲的机场可以更换所属企业`,
    );
  const openTaskNo = await findOpenTaskNo(call.db, record.id);
  if (openTaskNo !== undefined)
    throw new RefusalError(`机场有未结束的任务 ${openTaskNo}，请在任务结束后更换所属企业`);
  await endOwnership(call, record);
  await startOwnerships(call, [{ deviceId: record.id, company }]);
  return { companyId: company.id, companyName: company.name };
}

async function findOpenTaskNo(db: Db, hangarId: string): Promise<string | undefined> {
  const isOpen = and(inArray(tasks.status, ["planned", "running"]), isNull(tasks.deletedAt));
  const [task] = await db
    .select({ taskNo: tasks.taskNo })
    .from(tasks)
    .where(and(eq(tasks.hangarId, hangarId), isOpen))
    .limit(1);
  return task?.taskNo;
}

export const hangarHandlers: Handlers<typeof hangarCalls> = {
  hangarList: hangarRecords.list,
  hangarOne: hangarRecords.one,
  hangarAdd,
};
