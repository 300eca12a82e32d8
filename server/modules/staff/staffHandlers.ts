import { and, asc, eq, isNull } from "drizzle-orm";
import { type staffCalls, staffStatus } from "../../../adapters/contract/staff.ts";
import { generateHashedInitialPassword } from "../../auth/generateInitialPassword.ts";
import { clearFailures, getLocks, toPhoneSubject } from "../../auth/loginThrottle.ts";
import { setPassword } from "../../auth/setPassword.ts";
import { endSessions } from "../../auth/startSession.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import { type Handlers, RefusalError } from "../../call.ts";
import { staff } from "../../db/schema/staff.ts";
import { queryPage } from "../../list/queryPage.ts";
import { abortForbiddenExports } from "../exportJob/abortForbiddenExports.ts";
import { maskPhone } from "../maskPhone.ts";
import { assertAdminRemains } from "./assertAdminRemains.ts";
import { getStaff, lockOtherStaff } from "./getStaff.ts";
import { staffList } from "./staffList.ts";
import { toStaffRow, toStaffRows } from "./staffRow.ts";
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
    const page = await queryPage(call, staffList, body, (record) => record);
    return { ...page, list: await toStaffRows(call, page.list) };
  },
  staffOne: async ({ params }, call) => toStaffRow(call, await getStaff(call, params.id)),
  staffSave,
  staffStatus: async ({ body: { id, version, to } }, call) => {
    if (to === "disabled") await assertAdminRemains(call, id);
    const { status } = await lockOtherStaff(call, id, version);
    if (status === to) throw new RefusalError(`账号当前状态为「${staffStatus.label(to)}」，无需重复操作`);
    await updateStaff(call, id, { status: to, version: version + 1, updatedAt: call.now });
    if (to === "disabled") await endSessions(call, { staffId: id }, "unusable");
    call.audit({ entityId: id, before: { status }, after: { status: to } });
    if (to === "disabled") call.afterCommit(() => abortForbiddenExports(call, id, []));
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
};
