import type { LogoutReason } from "../../../machines/session.machine.ts";
import { toErrorMessage } from "../toErrorMessage.ts";

/** The notice on the login page by logout reason; a deliberate logout has none. */
export const leaveMessages: Readonly<Record<LogoutReason, string | null>> = {
  logout: null,
  reset: null,
  idle: "长时间未操作，已自动退出，请重新登录。",
  otherTab: "您已在其他窗口退出登录，请重新登录。",
  elsewhere: "账号已在其他地方登录（account logged in elsewhere）。如非本人操作，请尽快修改密码。",
  forced: "您已被管理员强制下线，请重新登录。",
  expired: toErrorMessage({ kind: "expired", message: "" }),
  unauthorized: toErrorMessage({ kind: "unauthorized", message: "" }),
  userUnusable: "当前账号已不可用，请联系管理员。",
  missing: toErrorMessage({ kind: "noSession", message: "" }),
};

/** The history state that the redirect to the login passes on: the logout reason and the requested address. */
export interface LoginRedirectState {
  readonly reason: LogoutReason | null;
  readonly from: string | null;
}

/** Parses the history state; invalid parts become null. */
export function parseRedirectState(state: unknown): LoginRedirectState {
  const { reason = null, from = null } = (state ?? {}) as Partial<Record<keyof LoginRedirectState, unknown>>;
  return {
    reason: typeof reason === "string" && reason in leaveMessages ? (reason as LogoutReason) : null,
    from: typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? from : null,
  };
}
