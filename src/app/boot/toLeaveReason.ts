import type { CallError, ErrorKind } from "../../../adapters/http/callError.ts";
import type { LogoutReason } from "../../../machines/session.machine.ts";

/** The kinds of call errors that end the session, and the logout reason of each. */
const reasonByKind: Partial<Record<ErrorKind, LogoutReason>> = {
  unauthorized: "unauthorized",
  expired: "expired",
  userUnusable: "userUnusable",
  noSession: "missing",
};

/** The logout reason of an error that ends the session. The error's data marks a logout forced by an admin. */
export function toLeaveReason({ kind, data }: Pick<CallError, "kind" | "data">): LogoutReason | undefined {
  const statedReason = (data as { reason?: unknown } | null)?.reason;
  return statedReason === "forced" ? statedReason : reasonByKind[kind];
}
