import type { templateCalls } from "../../../adapters/contract/template.ts";
import { endSession } from "../../auth/startSession.ts";
import type { Handlers } from "../../call.ts";
import { readOwnRoleNames } from "../roleRight/roleRightHandlers.ts";
import { getOwnStaff } from "../staff/getStaff.ts";

export const templateHandlers: Handlers<typeof templateCalls> = {
  templateLogout: async (_input, call) => {
    const { id, sessionId } = call.actor;
    await endSession(call, sessionId, "logout");
    call.audit({ entityId: id, after: { sessionId, ended: "logout" } });
    return "success";
  },
  templateUserInfo: async (_input, call) => {
    const { roles, ownRoleId, name, avatar, introduction } = await getOwnStaff(call);
    const ownRoleName = (await readOwnRoleNames(call.db)).get(ownRoleId ?? "");
    return { roles, changedRights: call.actor.changedRights, ownRoleName, name, avatar, introduction };
  },
};
