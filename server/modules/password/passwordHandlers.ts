import type * as z from "zod/mini";
import type { passwordCalls, pwdStatusData } from "../../../adapters/contract/password.ts";
import { mustChangePassword } from "../../auth/mustChangePassword.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import { type Handlers, RefusalError, StateReply } from "../../call.ts";
import { mustChangeMessage } from "../../http/authError.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { getPasswordState, passwordStates } from "./getPasswordState.ts";
import { modifyPassword } from "./modifyPassword.ts";

type PwdStatus = z.infer<typeof pwdStatusData>;

const snoozeMs = 7 * 86_400_000;
const maxInitialIgnores = 3;

export const passwordHandlers: Handlers<typeof passwordCalls> = {
  checkPwdStatus: async (_input, call) => {
    const member = await getOwnStaff(call);
    if (mustChangePassword(!call.demo, member)) {
      const message = `${mustChangeMessage}，修改后才能继续使用`;
      return new StateReply(passwordStates.initial[0], message, { mustChange: true } satisfies PwdStatus);
    }
    const isSnoozed = member.warningIgnoredUntil !== null && call.now < member.warningIgnoredUntil;
    const [state, message] = passwordStates[isSnoozed ? "fine" : getPasswordState(member, call.now)];
    return new StateReply(state, message, { mustChange: false } satisfies PwdStatus);
  },
  ignorePwdStatus: async (_input, call) => {
    const member = await getOwnStaff(call, "update");
    if (mustChangePassword(!call.demo, member)) throw new RefusalError(mustChangeMessage);
    const state = getPasswordState(member, call.now);
    const initialIgnored = member.initialIgnored + (state === "initial" ? 1 : 0);
    if (initialIgnored > maxInitialIgnores) throw new RefusalError("初始密码的提醒最多忽略 3 次，请修改密码");
    const warningIgnoredUntil = new Date(call.now.getTime() + snoozeMs);
    await updateStaff(call, member.id, { warningIgnoredUntil, initialIgnored });
    call.audit({ entityId: member.id, after: { ignored: state, until: warningIgnoredUntil } });
    return null;
  },
  modifyPwd: modifyPassword,
};
