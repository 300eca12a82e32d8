import { eq } from "drizzle-orm";
import type { passwordCalls } from "../../../adapters/contract/password.ts";
import { type Handlers, Refusal, Said } from "../../call.ts";
import { staff } from "../../db/schema/staff.ts";
import { ownRecord } from "../staff/liveStaff.ts";
import { modifyPassword } from "./modifyPassword.ts";
import { passwordState, passwordStates } from "./passwordState.ts";

const silentMs = 7 * 86_400_000;
const initialIgnoredMost = 3;

export const passwordHandlers: Handlers<typeof passwordCalls> = {
  checkPwdStatus: async (_input, call) => {
    const member = await ownRecord(call);
    const silent = member.warningIgnoredUntil !== null && call.now < member.warningIgnoredUntil;
    const [state, message] = passwordStates[silent ? "fine" : passwordState(member, call.now)];
    return new Said(state, message);
  },
  ignorePwdStatus: async (_input, call) => {
    const member = await ownRecord(call, "update");
    const state = passwordState(member, call.now);
    const initialIgnored = member.initialIgnored + (state === "initial" ? 1 : 0);
    if (initialIgnored > initialIgnoredMost) throw new Refusal("初始密码的提醒最多忽略 3 次，请修改密码");
    const warningIgnoredUntil = new Date(call.now.getTime() + silentMs);
    await call.db.update(staff).set({ warningIgnoredUntil, initialIgnored }).where(eq(staff.id, member.id));
    call.audit({ entityId: member.id, after: { ignored: state, until: warningIgnoredUntil } });
    return null;
  },
  modifyPwd: modifyPassword,
};
