import { states } from "../../../adapters/contract/envelope.ts";
import type { lockedDeskCalls } from "../../../adapters/contract/lockedDesk.ts";
import {
  byAddress,
  byPhone,
  countFailure,
  forgetFailures,
  lockedText,
  standing,
} from "../../auth/failures.ts";
import { passwordMatches } from "../../auth/passwordHash.ts";
import { type Call, type Handlers, Said } from "../../call.ts";
import { ownRecord } from "../staff/liveStaff.ts";

/** Opens the locked desk of the session that asks. Right or wrong, the session goes on, and an audit row is left. */
export const lockedDeskHandlers: Handlers<typeof lockedDeskCalls> = {
  sessionUnlock: {
    prepare: async ({ body }, own) => {
      const { phoneNumber, passwordHash } = await ownRecord(own);
      const right = await passwordMatches(passwordHash, body.password);
      return async (_input, call) => {
        const { lockedUntil } = await standing(call.db, phoneNumber, call.address, call.now);
        if (lockedUntil) return failed(call, lockedText(lockedUntil, call.now));
        const now = await ownRecord(call);
        if (!right || now.passwordHash !== passwordHash) {
          const until = await countFailure(call.db, phoneNumber, call.address, call.now);
          if (until) call.addFacts({ lockedUntil: until });
          return failed(call, until ? lockedText(until, call.now) : "密码错误，请重新输入");
        }
        await forgetFailures(call.db, [byPhone(phoneNumber), byAddress(call.address)]);
        call.audit({ entityId: call.actor.sessionId, after: { unlocked: true } });
        return null;
      };
    },
  },
};

function failed(call: Call, message: string): Said {
  call.audit({ entityId: call.actor.sessionId, after: { failed: message } });
  return new Said(states.refused, message);
}
