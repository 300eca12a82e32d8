import { stateCodes } from "../../../adapters/contract/envelope.ts";
import type { lockScreenCalls } from "../../../adapters/contract/lockScreen.ts";
import {
  clearFailures,
  formatLockedMessage,
  getLoginThrottle,
  recordFailure,
  toAddressSubject,
  toPhoneSubject,
} from "../../auth/loginThrottle.ts";
import { verifyPassword } from "../../auth/passwordHash.ts";
import { type Call, type Handlers, StateReply } from "../../call.ts";
import { getOwnStaff } from "../staff/getStaff.ts";

/** Unlocks the screen of the current session. The session continues even after a wrong password; both are audited. */
export const lockScreenHandlers: Handlers<typeof lockScreenCalls> = {
  sessionUnlock: {
    prepare: async ({ body }, prepareCall) => {
      const { phoneNumber, passwordHash } = await getOwnStaff(prepareCall);
      const isCorrect = await verifyPassword(passwordHash, body.password);
      return async (_input, call) => {
        const { lockedUntil } = await getLoginThrottle(call.db, phoneNumber, call.address, call.now);
        if (lockedUntil) return auditFailure(call, formatLockedMessage(lockedUntil, call.now));
        const current = await getOwnStaff(call);
        if (!isCorrect || current.passwordHash !== passwordHash) {
          const newLockedUntil = await recordFailure(call.db, phoneNumber, call.address, call.now);
          if (newLockedUntil) call.addLogFields({ lockedUntil: newLockedUntil });
          return auditFailure(
            call,
            newLockedUntil ? formatLockedMessage(newLockedUntil, call.now) : "密码错误，请重新输入",
          );
        }
        await clearFailures(call.db, [toPhoneSubject(phoneNumber), toAddressSubject(call.address)]);
        call.audit({ entityId: call.actor.sessionId, after: { unlocked: true } });
        return null;
      };
    },
  },
};

function auditFailure(call: Call, message: string): StateReply {
  call.audit({ entityId: call.actor.sessionId, after: { failed: message } });
  return new StateReply(stateCodes.refused, message);
}
