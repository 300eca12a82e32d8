import { and, arrayContains, asc, eq, isNull, type SQL } from "drizzle-orm";
import type { RoleRow, roleRightCalls } from "../../../adapters/contract/roleRight.ts";
import { consoleRoles, roleLabels } from "../../../adapters/contract/roles.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { type StaffRoleRecord, staffRoles } from "../../db/schema/staffRole.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { toAuditFields } from "../../records/diffFields.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { toPinyinSortKey } from "../../records/searchText.ts";
import { removeRecord, updateRecord } from "../../records/writeRecord.ts";
import { fixedRole, rights } from "../../rights/rights.ts";
import { abortForbiddenExports } from "../exportJob/abortForbiddenExports.ts";
import { listRightAreas } from "./rightAreas.ts";

type Save = typeof roleRightCalls.roleRightSave;
type Body = Parameters<Handler<Save>>[0]["body"];

const duplicateMessages = { staff_roles_name_key: "已有同名的角色，请更换名称" };

/** Names of the custom roles by id. */
export async function readOwnRoleNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select({ id: staffRoles.id, name: staffRoles.name }).from(staffRoles);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Selects the people who have a preset or custom role. */
const hasRole = ({ id, role, name }: StaffRoleRecord): SQL | undefined =>
  and(
    isNull(staff.deletedAt),
    name === "" ? and(arrayContains(staff.roles, [role]), isNull(staff.ownRoleId)) : eq(staff.ownRoleId, id),
  );

async function toRoleRow(db: Db, record: StaffRoleRecord): Promise<RoleRow> {
  const { id, version, role, name, given, taken } = record;
  return { id, version, role, name, given, taken, people: await db.$count(staff, hasRole(record)) };
}

/** Reads the preset roles in the contract's order, then the custom ones. */
async function readRoles(db: Db): Promise<RoleRow[]> {
  const isAdmin = and(arrayContains(staff.roles, [fixedRole]), isNull(staff.deletedAt));
  const people = await db.$count(staff, isAdmin);
  const records = await db
    .select()
    .from(staffRoles)
    .where(isNull(staffRoles.deletedAt))
    .orderBy(asc(staffRoles.nameOrder), asc(staffRoles.id));
  const toPosition = ({ name, role }: StaffRoleRecord) =>
    name === "" ? consoleRoles.indexOf(role) : consoleRoles.length;
  const ordered = records.toSorted((a, b) => toPosition(a) - toPosition(b));
  const rows: RoleRow[] = [{ id: null, version: 1, role: fixedRole, name: "", given: [], taken: [], people }];
  for (const record of ordered) rows.push(await toRoleRow(db, record));
  return rows;
}

/** Reduces the lists to differences from the contract, in its order. Refuses a right that cannot be changed. */
function toChanges({ role, given, taken }: Pick<Body, "role" | "given" | "taken">) {
  if (role === fixedRole) throw new RefusalError(`${roleLabels[role]}的权限不能修改`);
  if ([...given, ...taken].some((right) => !rights.has(right)))
    throw new RefusalError("有的权限不能由角色增减，请刷新页面后重试");
  const all = [...rights.values()];
  return {
    role,
    given: all
      .filter(({ path, access }) => given.includes(path) && !access.includes(role))
      .map(({ path }) => path),
    taken: all
      .filter(({ path, access }) => taken.includes(path) && access.includes(role))
      .map(({ path }) => path),
  };
}

const { lock: lockRole } = createRecordStore(staffRoles, word.role, (record, { db }) =>
  toRoleRow(db, record),
);

/** Applies a change to the sessions, sockets and running exports of its people. */
function applyAfterCommit(call: Call, people: readonly StaffRecord[]): void {
  for (const { id } of people) call.publish("staff.changed", { staffId: id });
  call.afterCommit(async () => {
    for (const account of people) await abortForbiddenExports(call, account);
  });
}

/** Refuses the names of the contract's roles for one's own. */
function assertOwnName(name: string): void {
  if (Object.values<string>(roleLabels).includes(name))
    throw new RefusalError(duplicateMessages.staff_roles_name_key);
}

async function create(body: Body, call: Call) {
  const { role, ...changes } = toChanges(body);
  const { name } = body;
  if (name === undefined) throw new ValidationError([{ path: "name", message: "请输入角色名称" }]);
  assertOwnName(name);
  const id = call.newId();
  const times = { createdAt: call.now, updatedAt: call.now };
  const record = { id, role, name, nameOrder: toPinyinSortKey(name), ...changes, ...times };
  await handleUniqueViolation(duplicateMessages, () => call.db.insert(staffRoles).values(record));
  call.audit({ entityId: id, after: toAuditFields({ name, baseRole: role, ...changes }) });
  return { id, version: 1 };
}

export const roleRightHandlers: Handlers<typeof roleRightCalls> = {
  roleRightList: async (_input, { db }) => ({ roles: await readRoles(db), areas: listRightAreas() }),
  roleRightSave: async ({ body }, call) => {
    const { id, version } = body;
    if (id === undefined) return create(body, call);
    const record = await lockRole(call, id, version);
    const { role: _, ...changes } = toChanges({ ...body, role: record.role });
    const name = record.name === "" ? "" : (body.name ?? record.name);
    assertOwnName(name);
    const patch = { name, ...changes };
    const saved = await updateRecord(call, staffRoles, record, patch, { duplicates: duplicateMessages });
    applyAfterCommit(call, await call.db.select().from(staff).where(hasRole(record)));
    return saved;
  },
  roleRightRemove: async ({ params: { id }, query: { version } }, call) => {
    const record = await lockRole(call, id, version);
    if (record.name === "")
      throw new RefusalError(`${roleLabels[record.role]}是预设角色，不能删除，可以恢复预设`);
    const people = await call.db.$count(staff, hasRole(record));
    if (people > 0) throw new RefusalError(`角色「${record.name}」还有 ${people} 人，请先为他们选择其他角色`);
    return removeRecord(call, staffRoles, record, ["name"]);
  },
};
