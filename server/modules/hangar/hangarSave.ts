import { and, eq, inArray, isNull } from "drizzle-orm";
import type { hangarCalls } from "../../../adapters/contract/hangar.ts";
import { hangarStatusMachine } from "../../../machines/status/hangar.ts";
import { type Call, type Handler, type InputOf, Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { changes } from "../changes.ts";
import { beginOwner, endOwner } from "../device/deviceOwners.ts";
import { type NewOwner, newOwner } from "../device/newOwner.ts";
import { searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
import { renameCopies } from "../renameCopies.ts";
import { refuseStrangeDrone, settleDrone } from "./hangarDrone.ts";
import { liveHangar, lockHangar } from "./liveHangar.ts";

type Save = typeof hangarCalls.hangarAdd;
type Sent = Omit<InputOf<Save>["body"], "id" | "version" | "requestId">;
/** Seam: the contract has seen to it that a new hangar has all of these. */
type New = Pick<HangarRecord, "name" | "sn" | "model" | "companyId" | "lng" | "lat" | "altitude">;

const duplicates = {
  hangars_sn_key: "序列号已存在，请核对后重新填写",
  hangars_drone_sn_key: "该无人机已在其他机场中，请先从那里移出",
};

/** Enters a hangar, edits it, takes it out of service or brings it back. */
export const hangarAdd: Handler<Save> = ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  return id === undefined ? create(sent, call) : update(id, version, sent, call);
};

/** A new hangar counts as offline until it is heard of. */
async function create({ status, ...sent }: Sent, call: Call) {
  const { db, now } = call;
  const id = call.newId();
  const fields = given(sent) as New & Partial<HangarRecord>;
  const company = await newOwner(db, fields.companyId);
  const place = { hangarId: id, companyId: company.id, droneSn: fields.droneSn ?? "" };
  await refuseStrangeDrone(db, place);
  await refusingDuplicates(duplicates, () =>
    db.insert(hangars).values({
      ...fields,
      id,
      createdAt: now,
      updatedAt: now,
      companyName: company.name,
      status: status === "service" ? "service" : "offline",
      cover: "closed",
      windSpeed: 0,
      rainfall: 0,
      temperature: 0,
      search: searchText(fields.name, fields.sn),
    }),
  );
  await settleDrone(db, place, now);
  await beginOwner(call, id, company);
  call.audit({ entityId: id, after: { ...fields, companyName: company.name } });
  return { id, version: 1 };
}

async function update(id: string, version: number | undefined, { status, ...sent }: Sent, call: Call) {
  const { db, now } = call;
  const { companyId } = await liveHangar(db, id);
  const isPassedOn = sent.companyId !== undefined && sent.companyId !== companyId;
  const company = isPassedOn ? await newOwner(db, sent.companyId ?? "") : null;
  const record = await lockHangar(db, id, version);
  const fields = given(sent);
  const owner = company ? await passOn(call, record, company) : {};
  const next = { ...record, ...fields, ...owner };
  const isRehoused = next.droneSn !== record.droneSn;
  const place = { hangarId: id, companyId: next.companyId, droneSn: next.droneSn };
  if (isRehoused || next.companyId !== record.companyId) {
    if (record.status === "working") throw new Refusal("机场正在作业，请在任务结束后更换无人机");
    await refuseStrangeDrone(db, place);
  }
  const isAll = Object.keys(fields).length === 0;
  const edit: Partial<HangarRecord> = {
    ...fields,
    ...owner,
    // How far the new one is charged it will tell itself.
    ...(isRehoused ? { droneBattery: null } : {}),
    ...moved(record, status, isAll),
  };
  const stamps = { version: record.version + 1, updatedAt: now };
  await refusingDuplicates(duplicates, () =>
    db
      .update(hangars)
      .set({ ...edit, search: searchText(next.name, next.sn), ...stamps })
      .where(eq(hangars.id, id)),
  );
  if (next.name !== record.name) await renameCopies(db, hangars, id, { name: next.name });
  if (isRehoused) await settleDrone(db, place, now);
  call.audit({ entityId: id, ...changes(record, edit) });
  return { id, version: stamps.version };
}

/** Only what was sent. */
const given = (sent: object): Partial<HangarRecord> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));

/** Where a status that was sent leads; one that changes nothing is refused if it is all that was asked. */
function moved(record: HangarRecord, to: Sent["status"], isAll: boolean): Partial<HangarRecord> {
  if (to === undefined || (to === record.status && !isAll)) return {};
  const [event, act] =
    to === "service" ? (["suspend", "停用检修"] as const) : (["resume", "恢复使用"] as const);
  const status = hangarStatusMachine.next(record.status, event);
  if (status === null)
    throw new Refusal(`机场当前状态为「${hangarStatusMachine.label(record.status)}」，不能${act}`);
  return { status };
}

/** Gives the hangar to another company, only while it is idle and no flight that needs it is open. */
async function passOn(call: Call, record: HangarRecord, company: NewOwner): Promise<Partial<HangarRecord>> {
  if (record.status !== "idle")
    throw new Refusal(
      `机场当前状态为「${hangarStatusMachine.label(record.status)}」，仅空闲的机场可以更换所属企业`,
    );
  const open = await openTaskAt(call.db, record.id);
  if (open !== undefined) throw new Refusal(`机场有未结束的任务 ${open}，请在任务结束后更换所属企业`);
  await endOwner(call, record);
  await beginOwner(call, record.id, company);
  return { companyId: company.id, companyName: company.name };
}

async function openTaskAt(db: Db, hangarId: string): Promise<string | undefined> {
  const isOpen = and(inArray(tasks.status, ["planned", "running"]), isNull(tasks.deletedAt));
  const [task] = await db
    .select({ taskNo: tasks.taskNo })
    .from(tasks)
    .where(and(eq(tasks.hangarId, hangarId), isOpen))
    .limit(1);
  return task?.taskNo;
}
