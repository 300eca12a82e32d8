import { and, arrayContains, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { wholeListMax } from "../../../adapters/contract/page.ts";
import { roleLabels } from "../../../adapters/contract/roles.ts";
import { type staffCalls, staffStatus } from "../../../adapters/contract/staff.ts";
import * as word from "../../../adapters/contract/words.ts";
import { generateHashedInitialPassword } from "../../auth/generateInitialPassword.ts";
import { insertStaff } from "../../auth/insertStaff.ts";
import { clearFailures, getLocks, toPhoneSubject } from "../../auth/loginThrottle.ts";
import { removeSecondFactor } from "../../auth/secondFactor.ts";
import { setPassword } from "../../auth/setPassword.ts";
import { endSessions } from "../../auth/startSession.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import type { Call, EndpointInput, Handlers, PreparedHandler } from "../../call.ts";
import { advisoryLocks } from "../../db/advisoryLocks.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { staffRoles } from "../../db/schema/staffRole.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { queryPage } from "../../list/queryPage.ts";
import { notify } from "../../notification/notify.ts";
import { announceChange } from "../../records/announceChange.ts";
import { diffFields, toAuditFields } from "../../records/diffFields.ts";
import { findActive } from "../../records/findActive.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { handleUniqueViolation, requireRecord } from "../../records/refusals.ts";
import { renameCopies } from "../../records/renameCopies.ts";
import { buildSearchText, toPinyin, toPinyinSortKey } from "../../records/searchText.ts";
import { fixedRole } from "../../rights/rights.ts";
import { departmentRecords } from "../department/departmentHandlers.ts";
import { abortForbiddenExports } from "../exportJob/abortForbiddenExports.ts";
import { readOwnRoleNames } from "../roleRight/roleRightHandlers.ts";
import { getStaff, lockOtherStaff } from "./getStaff.ts";
import { staffList } from "./staffList.ts";
import { toStaffRow, toStaffRows } from "./staffRow.ts";

/**
 * Refuses to remove the admin role or the access of `id` if no other admin could sign in. Must be called in the change's
 * transaction, before the account is locked. Serialized, so that two admins cannot remove each other at the same time.
 */
async function assertAdminRemains({ db }: Pick<Call, "db">, id: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`);
  const otherAdmins = await db.$count(
    staff,
    and(
      ne(staff.id, id),
      eq(staff.status, "normal"),
      isNull(staff.deletedAt),
      arrayContains(staff.roles, ["admin"]),
    ),
  );
  if (otherAdmins === 0) throw new RefusalError("至少要保留一名可用的超级管理员");
}

type Save = typeof staffCalls.staffSave;
type Body = EndpointInput<Save>["body"];

const duplicateMessages = { staff_phone_number_key: "该手机号已有后台账号" };

/** Adds or edits a console account; only this reply contains the initial password of a new one. */
const staffSave: PreparedHandler<Save> = {
  prepare: async ({ body: { id, ...body } }, { randomBytes }) => {
    if (id !== undefined) return (_input, call) => update({ ...body, id }, call);
    const initial = await generateHashedInitialPassword(randomBytes);
    return (_input, call) => create(body, initial, call);
  },
};

type InitialPassword = Awaited<ReturnType<typeof generateHashedInitialPassword>>;

/** What a save sets of a data scope. An admin sees all, so that nothing else is stored for one. */
async function resolveScope(
  call: Call,
  { roles, dataScope, departmentId }: Body,
  stored: Pick<StaffRecord, "dataScope" | "departmentId">,
): Promise<Pick<StaffRecord, "dataScope" | "departmentId">> {
  const next = {
    dataScope: roles.includes("admin") ? ("all" as const) : (dataScope ?? stored.dataScope),
    departmentId: departmentId === undefined ? stored.departmentId : departmentId || null,
  };
  if (next.departmentId !== null && next.departmentId !== stored.departmentId)
    await departmentRecords.lock(call, next.departmentId);
  if (next.dataScope === "department" && next.departmentId === null)
    throw new ValidationError([{ path: "departmentId", message: "数据范围为本部门时请选择部门" }]);
  return next;
}

/** Roles that a save sets: a custom role replaces the preset ones. Locks it, so that it is not deleted meanwhile. */
async function resolveRoles(
  db: Db,
  { roles, ownRoleId }: Body,
  stored: Pick<StaffRecord, "ownRoleId">,
): Promise<Pick<StaffRecord, "roles" | "ownRoleId">> {
  const id = ownRoleId === undefined ? stored.ownRoleId : ownRoleId || null;
  if (id === null) return { roles: [...new Set(roles)], ownRoleId: null };
  if (roles.includes(fixedRole))
    throw new ValidationError([
      { path: "ownRoleId", message: `${roleLabels[fixedRole]}不能再用自定义角色，请先去掉其中一个` },
    ]);
  const { role } = requireRecord(await findActive(db, staffRoles, id, "update"), word.role);
  return { roles: [role], ownRoleId: id };
}

async function create(body: Body, initial: InitialPassword, call: Call) {
  const { name, phoneNumber } = body;
  if (phoneNumber === undefined)
    throw new ValidationError([{ path: "phoneNumber", message: word.enterPhone }]);
  const { md5: password, passwordHash } = initial;
  const scope = await resolveScope(call, body, { dataScope: "all", departmentId: null });
  const roles = await resolveRoles(call.db, body, { ownRoleId: null });
  const fields = { name, phoneNumber, ...roles, ...scope };
  const account = { ...fields, password, passwordHash, mustChange: true };
  const created = await handleUniqueViolation(duplicateMessages, () => insertStaff(call.db, account, call));
  call.audit({ entityId: created.id, after: toAuditFields(fields) });
  return { id: created.id, version: created.version, initialPassword: initial.password };
}

async function update({ id, version, ...body }: Body & { id: string }, call: Call) {
  if (version === undefined) throw new ValidationError([{ path: "version", message: "缺少版本号" }]);
  if (!body.roles.includes("admin")) await assertAdminRemains(call, id);
  await lockManagedCompanies(call.db, id, body.name);
  const member = await lockOtherStaff(call, id, version);
  const { name, phoneNumber = member.phoneNumber } = body;
  const scope = await resolveScope(call, body, member);
  const roles = await resolveRoles(call.db, body, member);
  const patch = { name, phoneNumber, ...roles, ...scope };
  const derived = { nameOrder: toPinyinSortKey(name), search: buildSearchText(name) };
  await handleUniqueViolation(duplicateMessages, () =>
    updateStaff(call, id, { ...patch, ...derived, version: version + 1, updatedAt: call.now }),
  );
  if (name !== member.name) {
    await renameCopies(call, staff, id, { name });
    announceChange(call, "company", null);
  }
  call.audit({ entityId: id, ...diffFields(member, patch) });
  call.afterCommit(() => abortForbiddenExports(call, { ...member, ...patch }));
  return { id, version: version + 1, initialPassword: null };
}

/**
 * Locks the companies that copy the name before the account itself. A company's edit locks the company, then its
 * manager; the opposite order would deadlock.
 */
async function lockManagedCompanies(db: Db, id: string, name: string): Promise<void> {
  const [member] = await db.select({ name: staff.name }).from(staff).where(eq(staff.id, id));
  if (!member || member.name === name) return;
  const managed = db.select({ id: companies.id }).from(companies).where(eq(companies.managerId, id));
  await managed.orderBy(companies.id).for("update");
}

export const staffHandlers: Handlers<typeof staffCalls> = {
  sysAdminList: async (_input, { db }) => {
    const members = await db
      .select()
      .from(staff)
      .where(and(eq(staff.status, "normal"), isNull(staff.deletedAt)))
      .orderBy(asc(staff.nameOrder), asc(staff.id))
      .limit(wholeListMax);
    const roleNames = await readOwnRoleNames(db);
    return members.map(({ id, name, phoneNumber, roles, ownRoleId }) => ({
      id,
      name,
      pinyin: toPinyin(name),
      phoneNumber: maskPhone(phoneNumber),
      roles,
      ownRoleName: roleNames.get(ownRoleId ?? ""),
    }));
  },
  staffList: async ({ body }, call) => {
    const page = await queryPage(call, staffList, body, (record) => record);
    return { ...page, list: await toStaffRows(call, page.list) };
  },
  staffOne: async ({ params }, call) => toStaffRow(call, await getStaff(call, params.id)),
  staffSave,
  staffStatus: async ({ body: { id, version, to } }, call) => {
    if (to === "disabled") await assertAdminRemains(call, id);
    const member = await lockOtherStaff(call, id, version);
    const { status } = member;
    if (status === to) throw new RefusalError(`账号当前状态为「${staffStatus.label(to)}」，无需重复操作`);
    await updateStaff(call, id, { status: to, version: version + 1, updatedAt: call.now });
    if (to === "disabled") await endSessions(call, { staffId: id }, "unusable");
    call.audit({ entityId: id, before: { status }, after: { status: to } });
    if (to === "disabled") call.afterCommit(() => abortForbiddenExports(call, { ...member, roles: [] }));
    return { id, version: version + 1 };
  },
  staffReset: {
    prepare: async ({ body: { id, version } }, { randomBytes }) => {
      const { password, md5, passwordHash } = await generateHashedInitialPassword(randomBytes);
      return async (_input, call) => {
        const member = await lockOtherStaff(call, id, version);
        const next = await setPassword(call, member, { md5, passwordHash, mustChange: true });
        call.audit({ entityId: id, after: { mustChange: true } });
        return { id, version: next, initialPassword: password };
      };
    },
  },
  staffUnlock: async ({ body: { id, version } }, call) => {
    const { phoneNumber } = await lockOtherStaff(call, id, version);
    const lockedUntil = (await getLocks(call.db, [phoneNumber], call.now)).get(phoneNumber);
    if (!lockedUntil) throw new RefusalError("该账号未被锁定");
    await clearFailures(call.db, [toPhoneSubject(phoneNumber)]);
    await updateStaff(call, id, { version: version + 1, updatedAt: call.now });
    call.audit({ entityId: id, before: { lockedUntil }, after: { lockedUntil: null } });
    return { id, version: version + 1 };
  },
  staffSecondFactorReset: async ({ body: { id, version } }, call) => {
    const member = await lockOtherStaff(call, id, version);
    if (member.totpSecret === null) throw new RefusalError("该账号没有启用二次验证，无需重置");
    const next = await removeSecondFactor(call, member);
    await endSessions(call, { staffId: id }, "forced");
    await notify(call, [id], call.actor.id, {
      kind: "secondFactorReset",
      text: `管理员${call.actor.name}重置了您的二次验证，请重新启用；如非您本人要求，请立即修改密码`,
    });
    call.audit({ entityId: id, after: { secondFactor: "reset" } });
    return { id, version: next };
  },
};
