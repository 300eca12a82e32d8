import { eq } from "drizzle-orm";
import type { staffCalls } from "../../../adapters/contract/staff.ts";
import { hashedInitialPassword } from "../../auth/initialPassword.ts";
import { newStaff } from "../../auth/newStaff.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import type { Call, InputOf, PreparedHandler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { staff } from "../../db/schema/staff.ts";
import { Invalid } from "../../http/invalid.ts";
import { audited, changes } from "../changes.ts";
import { forbidExports } from "../exportJob/forbidExports.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
import { renameCopies } from "../renameCopies.ts";
import { keepAnAdmin } from "./lastAdmin.ts";
import { lockColleague } from "./liveStaff.ts";

type Save = typeof staffCalls.staffSave;
type Body = InputOf<Save>["body"];

const duplicates = { staff_phone_number_key: "该手机号已有后台账号" };

/** Adds a console account, whose first password is in this answer alone, or edits one. */
export const staffSave: PreparedHandler<Save> = {
  prepare: async ({ body: { id, ...body } }, { randomBytes }) => {
    if (id !== undefined) return (_input, call) => update({ ...body, id }, call);
    const first = await hashedInitialPassword(randomBytes);
    return (_input, call) => create(body, first, call);
  },
};

type First = Awaited<ReturnType<typeof hashedInitialPassword>>;

async function create({ name, phoneNumber, roles }: Body, first: First, call: Call) {
  if (phoneNumber === undefined) throw new Invalid([{ path: "phoneNumber", message: "请输入手机号" }]);
  const { md5: password, passwordHash } = first;
  const who = { name, phoneNumber, roles: [...new Set(roles)], password, passwordHash, mustChange: true };
  const made = await refusingDuplicates(duplicates, () => newStaff(call.db, who, call));
  call.audit({ entityId: made.id, after: audited({ name, phoneNumber, roles: made.roles }) });
  return { id: made.id, version: made.version, initialPassword: first.password };
}

async function update({ id, version, ...body }: Body & { id: string }, call: Call) {
  if (version === undefined) throw new Invalid([{ path: "version", message: "缺少版本号" }]);
  if (!body.roles.includes("admin")) await keepAnAdmin(call, id);
  await lockManagedCompanies(call.db, id, body.name);
  const member = await lockColleague(call, id, version);
  const { name, phoneNumber = member.phoneNumber } = body;
  const edit = { name, phoneNumber, roles: [...new Set(body.roles)] };
  const derived = { nameOrder: pinyinOrder(name), search: searchText(name) };
  await refusingDuplicates(duplicates, () =>
    updateStaff(call, id, { ...edit, ...derived, version: version + 1, updatedAt: call.now }),
  );
  if (name !== member.name) await renameCopies(call.db, staff, id, { name });
  call.audit({ entityId: id, ...changes(member, edit) });
  call.afterCommit(() => forbidExports(call, id, edit.roles));
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
