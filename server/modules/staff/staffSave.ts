import { eq } from "drizzle-orm";
import type { staffCalls } from "../../../adapters/contract/staff.ts";
import { hashedInitialPassword } from "../../auth/initialPassword.ts";
import { newStaff } from "../../auth/newStaff.ts";
import type { Call, InputOf, PreparedHandler } from "../../call.ts";
import { staff } from "../../db/schema/staff.ts";
import { Invalid } from "../../http/invalid.ts";
import { audited, changes } from "../changes.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
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
  const member = await lockColleague(call, id, version);
  const { name, phoneNumber = member.phoneNumber } = body;
  const edit = { name, phoneNumber, roles: [...new Set(body.roles)] };
  const derived = { nameOrder: pinyinOrder(name), search: searchText(name, phoneNumber) };
  await refusingDuplicates(duplicates, () =>
    call.db
      .update(staff)
      .set({ ...edit, ...derived, version: version + 1, updatedAt: call.now })
      .where(eq(staff.id, id)),
  );
  await keepAnAdmin(call);
  call.audit({ entityId: id, ...changes(member, edit) });
  return { id, version: version + 1, initialPassword: null };
}
