import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { formatLockedMessage, recordFailure } from "../../auth/loginThrottle.ts";
import type { Call } from "../../call.ts";
import { StateReply } from "../../errors.ts";

/** Refuses with an audit row. Not a `RefusalError`, which would roll the row back. */
export function auditFailure(call: Call, entityId: string, message: string): StateReply {
  call.audit({ entityId, after: { failed: message } });
  return new StateReply(stateCodes.refused, message);
}

/** Counts a wrong password like a failed login. Replies with `message`, or that the account is now locked. */
export async function rejectPassword(
  call: Call,
  entityId: string,
  phoneNumber: string,
  message: string,
): Promise<StateReply> {
  const lockedUntil = await recordFailure(call.db, phoneNumber, call.address, call.now);
  if (lockedUntil) call.addLogFields({ lockedUntil });
  return auditFailure(call, entityId, lockedUntil ? formatLockedMessage(lockedUntil, call.now) : message);
}
