import { and, asc, eq, isNull } from "drizzle-orm";
import { type staffCalls, staffStatus } from "../../../adapters/contract/staff.ts";
import { byPhone, forgetFailures, locksOf } from "../../auth/failures.ts";
import { hashedInitialPassword } from "../../auth/initialPassword.ts";
import { setPassword } from "../../auth/setPassword.ts";
import { endSessions } from "../../auth/startSession.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import { type Handlers, Refusal } from "../../call.ts";
import { staff } from "../../db/schema/staff.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { forbidExports } from "../exportJob/forbidExports.ts";
import { maskPhone } from "../maskPhone.ts";
import { keepAnAdmin } from "./lastAdmin.ts";
import { liveStaff, lockColleague } from "./liveStaff.ts";
import { staffList } from "./staffList.ts";
import { staffRow, staffRows } from "./staffRow.ts";
import { staffSave } from "./staffSave.ts";

export const staffHandlers: Handlers<typeof staffCalls> = {
  sysAdminList: async (_input, { db }) => {
    const members = await db
      .select()
      .from(staff)
      .where(and(eq(staff.status, "normal"), isNull(staff.deletedAt)))
      .orderBy(asc(staff.nameOrder), asc(staff.id));
    return members.map(({ id, name, phoneNumber, roles }) => ({
      id,
      name,
      phoneNumber: maskPhone(phoneNumber),
      roles,
    }));
  },
  staffList: async ({ body }, call) => {
    const page = await pageQuery(call, staffList, body, (record) => record);
    return { ...page, list: await staffRows(call, page.list) };
  },
  staffOne: async ({ params }, call) => staffRow(call, await liveStaff(call, params.id)),
  staffSave,
  staffStatus: async ({ body: { id, version, to } }, call) => {
    if (to === "disabled") await keepAnAdmin(call, id);
    const { status } = await lockColleague(call, id, version);
    if (status === to) throw new Refusal(`账号当前状态为「${staffStatus.label(to)}」，无需重复操作`);
    await updateStaff(call, id, { status: to, version: version + 1, updatedAt: call.now });
    if (to === "disabled") await endSessions(call, { staffId: id }, "unusable");
    call.audit({ entityId: id, before: { status }, after: { status: to } });
    if (to === "disabled") call.afterCommit(() => forbidExports(call, id, []));
    return { id, version: version + 1 };
  },
  staffReset: {
    prepare: async ({ body: { id, version } }, { randomBytes }) => {
      const { password, md5, passwordHash } = await hashedInitialPassword(randomBytes);
      return async (_input, call) => {
        const member = await lockColleague(call, id, version);
        const next = await setPassword(call, member, { md5, passwordHash, mustChange: true });
        call.audit({ entityId: id, after: { mustChange: true } });
        return { id, version: next, initialPassword: password };
      };
    },
  },
  staffUnlock: async ({ body: { id, version } }, call) => {
    const { phoneNumber } = await lockColleague(call, id, version);
    const lockedUntil = (await locksOf(call.db, [phoneNumber], call.now)).get(phoneNumber);
    if (!lockedUntil) throw new Refusal("该账号未被锁定");
    await forgetFailures(call.db, [byPhone(phoneNumber)]);
    await updateStaff(call, id, { version: version + 1, updatedAt: call.now });
    call.audit({ entityId: id, before: { lockedUntil }, after: { lockedUntil: null } });
    return { id, version: version + 1 };
  },
};
