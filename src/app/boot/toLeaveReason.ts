import type { CallError, ErrorKind } from "../../../adapters/http/callError.ts";
import type { LogoutReason } from "../../../machines/session.machine.ts";

/** Kinds of failed calls that end the session, and the reason then given. */
const reasonByKind: Partial<Record<ErrorKind, LogoutReason>> = {
  unauthorized: "unauthorized",
  expired: "expired",
  userUnusable: "userUnusable",
  noSession: "missing",
};

/** Why that fault ends the session, where it does; that an admin has ended it is said in its data. */
export function toLeaveReason({ kind, data }: Pick<CallError, "kind" | "data">): LogoutReason | undefined {
  const statedReason = (data as { reason?: unknown } | null)?.reason;
  return statedReason === "forced" ? statedReason : reasonByKind[kind];
}
