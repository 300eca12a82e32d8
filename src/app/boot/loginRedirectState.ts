import type { LogoutReason } from "../../../machines/session.machine.ts";
import { toErrorMessage } from "../toErrorMessage.ts";

/** Why one stands before the login again; a logout of one's own needs no explanation. */
export const leaveMessages: Readonly<Record<LogoutReason, string | null>> = {
  logout: null,
  reset: null,
  idle: "长时间未操作，已自动退出，请重新登录。",
  elsewhere: "账号已在其他地方登录（account logged in elsewhere）。如非本人操作，请尽快修改密码。",
  forced: "您已被管理员强制下线，请重新登录。",
  expired: toErrorMessage({ kind: "expired", message: "" }),
  unauthorized: toErrorMessage({ kind: "unauthorized", message: "" }),
  userUnusable: "当前账号已不可用，请联系管理员。",
  missing: toErrorMessage({ kind: "noSession", message: "" }),
};

/** What the root is told through the history state: why, and where one wanted to be. */
export interface LoginRedirectState {
  readonly reason: LogoutReason | null;
  readonly from: string | null;
}

/** The history state, read as an arrival; anything else in it counts as none. */
export function parseRedirectState(state: unknown): LoginRedirectState {
  const { reason = null, from = null } = (state ?? {}) as Partial<Record<keyof LoginRedirectState, unknown>>;
  return {
    reason: typeof reason === "string" && reason in leaveMessages ? (reason as LogoutReason) : null,
    from: typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? from : null,
  };
}
