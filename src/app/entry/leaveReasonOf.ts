import type { ErrorKind } from "../../../adapters/http/callError.ts";
import type { LeaveReason } from "../../../machines/session.machine.ts";

/** Kinds of failed calls that end the session, and the reason then given. */
const reasons: Partial<Record<ErrorKind, LeaveReason>> = {
  unauthorized: "unauthorized",
  expired: "expired",
  userUnusable: "userUnusable",
  noSession: "missing",
};

/** Why a fault of that kind ends the session, or null where it does not. */
export const leaveReasonOf = (kind: ErrorKind): LeaveReason | null => reasons[kind] ?? null;
