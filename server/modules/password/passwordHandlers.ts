import type * as z from "zod/mini";
import type { passwordCalls, pwdStatusData } from "../../../adapters/contract/password.ts";
import { mustChangePassword } from "../../auth/mustChangePassword.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import { type Handlers, Refusal, Said } from "../../call.ts";
import { mustChangeMessage } from "../../http/denied.ts";
import { ownRecord } from "../staff/liveStaff.ts";
import { modifyPassword } from "./modifyPassword.ts";
import { passwordState, passwordStates } from "./passwordState.ts";

type PwdStatus = z.infer<typeof pwdStatusData>;

const silentMs = 7 * 86_400_000;
const initialIgnoredMost = 3;

export const passwordHandlers: Handlers<typeof passwordCalls> = {
  checkPwdStatus: async (_input, call) => {
    const member = await ownRecord(call);
    if (mustChangePassword(!call.demo, member)) {
      const message = `${mustChangeMessage}，修改后才能继续使用`;
      return new Said(passwordStates.initial[0], message, { mustChange: true } satisfies PwdStatus);
    }
    const silent = member.warningIgnoredUntil !== null && call.now < member.warningIgnoredUntil;
    const [state, message] = passwordStates[silent ? "fine" : passwordState(member, call.now)];
    return new Said(state, message, { mustChange: false } satisfies PwdStatus);
  },
  ignorePwdStatus: async (_input, call) => {
    const member = await ownRecord(call, "update");
    if (mustChangePassword(!call.demo, member)) throw new Refusal(mustChangeMessage);
    const state = passwordState(member, call.now);
    const initialIgnored = member.initialIgnored + (state === "initial" ? 1 : 0);
    if (initialIgnored > initialIgnoredMost) throw new Refusal("初始密码的提醒最多忽略 3 次，请修改密码");
    const warningIgnoredUntil = new Date(call.now.getTime() + silentMs);
    await updateStaff(call, member.id, { warningIgnoredUntil, initialIgnored });
    call.audit({ entityId: member.id, after: { ignored: state, until: warningIgnoredUntil } });
    return null;
  },
  modifyPwd: modifyPassword,
};
