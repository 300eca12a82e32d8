import { eq } from "drizzle-orm";
import type { staffCalls } from "../../../adapters/contract/staff.ts";
import { generateHashedInitialPassword } from "../../auth/generateInitialPassword.ts";
import { insertStaff } from "../../auth/insertStaff.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import type { Call, EndpointInput, PreparedHandler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { staff } from "../../db/schema/staff.ts";
import { ValidationError } from "../../http/validationError.ts";
import { diffFields, toAuditFields } from "../diffFields.ts";
import { abortForbiddenExports } from "../exportJob/abortForbiddenExports.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { renameCopies } from "../renameCopies.ts";
import { buildSearchText, toPinyinSortKey } from "../searchText.ts";
import { assertAdminRemains } from "./assertAdminRemains.ts";
import { lockOtherStaff } from "./getStaff.ts";

type Save = typeof staffCalls.staffSave;
type Body = EndpointInput<Save>["body"];

const duplicateMessages = { staff_phone_number_key: "该手机号已有后台账号" };

/** Adds a console account, whose first password is in this answer alone, or edits one. */
export const staffSave: PreparedHandler<Save> = {
  prepare: async ({ body: { id, ...body } }, { randomBytes }) => {
    if (id !== undefined) return (_input, call) => update({ ...body, id }, call);
    const initial = await generateHashedInitialPassword(randomBytes);
    return (_input, call) => create(body, initial, call);
  },
};

type InitialPassword = Awaited<ReturnType<typeof generateHashedInitialPassword>>;

async function create({ name, phoneNumber, roles }: Body, initial: InitialPassword, call: Call) {
  if (phoneNumber === undefined)
    throw new ValidationError([{ path: "phoneNumber", message: "请输入手机号" }]);
  const { md5: password, passwordHash } = initial;
  const account = { name, phoneNumber, roles: [...new Set(roles)], password, passwordHash, mustChange: true };
  const created = await handleUniqueViolation(duplicateMessages, () => insertStaff(call.db, account, call));
  call.audit({ entityId: created.id, after: toAuditFields({ name, phoneNumber, roles: created.roles }) });
  return { id: created.id, version: created.version, initialPassword: initial.password };
}

async function update({ id, version, ...body }: Body & { id: string }, call: Call) {
  if (version === undefined) throw new ValidationError([{ path: "version", message: "缺少版本号" }]);
  if (!body.roles.includes("admin")) await assertAdminRemains(call, id);
  await lockManagedCompanies(call.db, id, body.name);
  const member = await lockOtherStaff(call, id, version);
  const { name, phoneNumber = member.phoneNumber } = body;
  const patch = { name, phoneNumber, roles: [...new Set(body.roles)] };
  const derived = { nameOrder: toPinyinSortKey(name), search: buildSearchText(name) };
  await handleUniqueViolation(duplicateMessages, () =>
    updateStaff(call, id, { ...patch, ...derived, version: version + 1, updatedAt: call.now }),
  );
  if (name !== member.name) await renameCopies(call.db, staff, id, { name });
  call.audit({ entityId: id, ...diffFields(member, patch) });
  call.afterCommit(() => abortForbiddenExports(call, id, patch.roles));
  return { id, version: version + 1, initialPassword: null };
}

/**
 * Locks the companies that a new name reaches before the account itself: a company's edit locks the company, then its
 * manager, and two who lock in opposite orders wait for each other.
 */
async function lockManagedCompanies(db: Db, id: string, name: string): Promise<void> {
  const [member] = await db.select({ name: staff.name }).from(staff).where(eq(staff.id, id));
  if (!member || member.name === name) return;
  const managed = db.select({ id: companies.id }).from(companies).where(eq(companies.managerId, id));
  await managed.orderBy(companies.id).for("update");
}
