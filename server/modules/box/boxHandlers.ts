import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { boxCalls } from "../../../adapters/contract/box.ts";
import { partialPlaceMessage } from "../../../adapters/contract/device.ts";
import { boxBindingMachine } from "../../../machines/status/boxBinding.ts";
import type { Call, EndpointInput, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { tasks } from "../../db/schema/task.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { queryPage } from "../../list/queryPage.ts";
import { diffFields } from "../../records/diffFields.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createVersionConflict, handleUniqueViolation } from "../../records/refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../../records/searchText.ts";
import { lockCompany } from "../company/getCompany.ts";
import { endOwnership, startOwnerships } from "../device/deviceOwners.ts";
import { lockNewOwner, lockNewOwners, type NewOwner } from "../device/lockNewOwner.ts";
import { incrementCounter } from "../order/serialNumber.ts";
import { boxList } from "./boxList.ts";
import { toBoxRow, toBoxRows } from "./boxRow.ts";
import { getBox, lockBox } from "./getBox.ts";

interface OwnerFields {
  readonly companyId: string | null;
  readonly companyName: string;
}

/** Binds the box to a company and adds an entry to its history; returns the changed fields. */
async function bindBox(call: Call, boxId: string, company: NewOwner): Promise<OwnerFields> {
  await updateBoxCount(call.db, company.id, 1);
  await startOwnerships(call, [{ deviceId: boxId, company }]);
  return { companyId: company.id, companyName: company.name };
}

/**
 * Unbinds the box from its company, which stays in its history, and disconnects its drones. Refused while a flight of
 * one of them is planned or in the air.
 */
async function unbindBox(call: Call, record: BoxRecord): Promise<OwnerFields> {
  const { db } = call;
  const boxDrones = new QueryBuilder()
    .select({ sn: drones.sn })
    .from(drones)
    .where(eq(drones.boxId, record.id));
  const [openTask] = await db
    .select({ taskNo: tasks.taskNo })
    .from(tasks)
    .where(
      and(
        inArray(tasks.status, ["planned", "running"]),
        isNull(tasks.deletedAt),
        inArray(tasks.droneSn, boxDrones),
      ),
    )
    .limit(1);
  if (openTask) throw new RefusalError(`云盒下的设备有未结束的任务 ${openTask.taskNo}，请在任务结束后解绑`);
  await db.update(drones).set({ boxId: null, updatedAt: call.now }).where(eq(drones.boxId, record.id));
  if (record.companyId !== null) {
    await endOwnership(call, record);
    await updateBoxCount(db, record.companyId, -1);
  }
  return { companyId: null, companyName: "" };
}

/** Adjusts the company's count of boxes. */
export async function updateBoxCount(db: Db, companyId: string, difference: number): Promise<void> {
  await db
    .update(companies)
    .set({ boxCount: sql`${companies.boxCount} + ${difference}` })
    .where(eq(companies.id, companyId));
}

const duplicateMessages = {
  boxes_mac_key: "MAC 地址已被其他云盒使用，请核对或重新生成",
  boxes_sn_key: "序列号已存在，请核对后重新填写",
};

type BoxPatch = Omit<
  EndpointInput<typeof boxCalls.boxUpdate>["body"],
  "id" | "version" | "requestId" | "companyId"
>;

/** The fields that were sent; an empty coordinate becomes null. */
const toBoxFields = ({ lng, lat, ...sent }: BoxPatch): Partial<BoxRecord> => {
  const fields: Partial<BoxRecord> = omitUndefined(sent);
  if (lng !== undefined) fields.lng = lng === "" ? null : lng;
  if (lat !== undefined) fields.lat = lat === "" ? null : lat;
  return fields;
};

const deriveFields = ({ name, mac, sn }: Pick<BoxRecord, "name" | "mac" | "sn">) => ({
  nameOrder: toPinyinSortKey(name),
  search: buildSearchText(name, mac, sn),
});

type NewBox = EndpointInput<typeof boxCalls.boxAdd>["body"];

/** Adds boxes, with or without a company, all of them or none; they are offline until they report. */
export async function addBoxes(
  created: readonly NewBox[],
  call: Call,
): Promise<readonly { readonly id: string }[]> {
  const { db, now } = call;
  const getOwner = await lockNewOwners(db, created);
  const records = created.map(({ requestId, companyId, mac, name, sn, model, ...sent }) => {
    const company = companyId ? getOwner(companyId) : null;
    const owner = company ? { companyId: company.id, companyName: company.name } : {};
    return { id: call.newId(), company, fields: { ...toBoxFields(sent), ...owner, mac, name, sn, model } };
  });
  const bound = records.flatMap(({ id, company }) => (company ? { deviceId: id, company } : []));
  for (const [id, added] of Map.groupBy(bound, ({ company }) => company.id))
    await updateBoxCount(db, id, added.length);
  await startOwnerships(call, bound);
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(boxes).values(
      records.map(({ id, fields }) => ({
        ...fields,
        ...deriveFields(fields),
        id,
        createdAt: now,
        updatedAt: now,
      })),
    ),
  );
  for (const { id, fields } of records) call.audit({ entityId: id, after: fields });
  return records.map(({ id }) => ({ id }));
}

/** Saves the fields that were sent; a company binds the box, an empty one unbinds it. */
const boxUpdate: Handler<typeof boxCalls.boxUpdate> = async ({ body }, call) => {
  const { id, version, requestId, companyId, ...sent } = body;
  const { db, now } = call;
  const unlocked = await getBox(db, id);
  const targetCompanyId = companyId === undefined ? unlocked.companyId : companyId || null;
  const company =
    targetCompanyId !== null && targetCompanyId !== unlocked.companyId
      ? await lockNewOwner(db, targetCompanyId)
      : null;
  if (targetCompanyId === null && unlocked.companyId !== null) await lockCompany(db, unlocked.companyId);
  const record = await lockBox(call, id, version);
  // Bound or unbound by another request since it was read: this edit would need other companies' locks.
  if (record.companyId !== unlocked.companyId) throw createVersionConflict(await toBoxRow(db, record));
  const fields = toBoxFields(sent);
  const next = { ...record, ...fields };
  if ((next.lng === null) !== (next.lat === null))
    throw new ValidationError([{ path: next.lng === null ? "lng" : "lat", message: partialPlaceMessage }]);
  const isBindingChange =
    companyId !== undefined && (targetCompanyId !== record.companyId || Object.keys(fields).length === 0);
  if (isBindingChange) assertBindingAllowed(record, targetCompanyId === null ? "unbind" : "bind");
  const ownerFields = !isBindingChange
    ? {}
    : company
      ? await bindBox(call, id, company)
      : await unbindBox(call, record);
  const patch = { ...fields, ...ownerFields };
  await handleUniqueViolation(duplicateMessages, () =>
    db
      .update(boxes)
      .set({ ...patch, ...deriveFields(next), version: version + 1, updatedAt: now })
      .where(eq(boxes.id, id)),
  );
  call.audit({ entityId: id, ...diffFields(record, patch) });
  return { id, version: version + 1 };
};

function assertBindingAllowed({ companyId, companyName }: BoxRecord, event: "bind" | "unbind"): void {
  const current = companyId === null ? "free" : "bound";
  if (boxBindingMachine.next(current, event) !== null) return;
  const state = `云盒当前状态为「${boxBindingMachine.label(current)}」`;
  throw new RefusalError(event === "bind" ? `${state}，请先从「${companyName}」解绑` : `${state}，无需解绑`);
}

const macCounterKey = "boxMac";
/** Locally administered unicast address (IEEE 802: 02 in the first octet); the second octet identifies this platform. */
const macPrefix = "02:AC";

/** Formats a number up to 2³¹ as a MAC address: prefix and four octets. */
const formatMac = (number: number) =>
  `${macPrefix}:${number.toString(16).toUpperCase().padStart(8, "0").match(/../g)?.join(":")}`;

/** Generates a MAC address that was never given before and that no box has. */
async function createBoxMac(db: Db): Promise<string> {
  for (;;) {
    const mac = formatMac(await incrementCounter(db, macCounterKey));
    const taken = await db.$count(boxes, and(eq(boxes.mac, mac), isNull(boxes.deletedAt)));
    if (taken === 0) return mac;
  }
}

export const boxHandlers: Handlers<typeof boxCalls> = {
  createBoxMac: async (_, { db }) => ({ mac: await createBoxMac(db) }),
  boxList: async ({ body }, call) => {
    const page = await queryPage(call, boxList, body, (record) => record);
    return { ...page, list: await toBoxRows(call.db, page.list) };
  },
  boxOne: async ({ params }, { db }) => toBoxRow(db, await getBox(db, params.id)),
  boxAdd: async ({ body }, call) => {
    const [box] = await addBoxes([body], call);
    return { id: box?.id ?? "", version: 1 };
  },
  boxUpdate,
};
