import type { CallError, ErrorKind } from "../../../adapters/http/callError.ts";
import type { LeaveReason } from "../../../machines/session.machine.ts";

/** Kinds of failed calls that end the session, and the reason then given. */
const reasons: Partial<Record<ErrorKind, LeaveReason>> = {
  unauthorized: "unauthorized",
  expired: "expired",
  userUnusable: "userUnusable",
  noSession: "missing",
};

/** Why that fault ends the session, where it does; that an admin has ended it is said in its data. */
export function leaveReasonOf({ kind, data }: Pick<CallError, "kind" | "data">): LeaveReason | undefined {
  const said = (data as { reason?: unknown } | null)?.reason;
  return said === "forced" ? said : reasons[kind];
}
