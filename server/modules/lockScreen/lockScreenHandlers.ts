import type { lockScreenCalls } from "../../../adapters/contract/lockScreen.ts";
import {
  clearFailures,
  formatLockedMessage,
  getLoginThrottle,
  toAddressSubject,
  toPhoneSubject,
} from "../../auth/loginThrottle.ts";
import { verifyPassword } from "../../auth/passwordHash.ts";
import type { Handlers } from "../../call.ts";
import { auditFailure, rejectPassword } from "../password/rejectPassword.ts";
import { getOwnStaff } from "../staff/getStaff.ts";

/** Unlocks the screen of the current session. The session continues even after a wrong password; both are audited. */
export const lockScreenHandlers: Handlers<typeof lockScreenCalls> = {
  sessionUnlock: {
    prepare: async ({ body }, prepareCall) => {
      const { phoneNumber, passwordHash } = await getOwnStaff(prepareCall);
      const isCorrect = await verifyPassword(passwordHash, body.password);
      return async (_input, call) => {
        const { sessionId } = call.actor;
        const { lockedUntil } = await getLoginThrottle(call.db, phoneNumber, call.address, call.now);
        if (lockedUntil) return auditFailure(call, sessionId, formatLockedMessage(lockedUntil, call.now));
        const current = await getOwnStaff(call);
        if (!isCorrect || current.passwordHash !== passwordHash)
          return rejectPassword(call, sessionId, phoneNumber, "密码错误，请重新输入");
        await clearFailures(call.db, [toPhoneSubject(phoneNumber), toAddressSubject(call.address)]);
        call.audit({ entityId: sessionId, after: { unlocked: true } });
        return null;
      };
    },
  },
};
