import type { LeaveReason } from "../../../machines/session.machine.ts";
import { errorSentence } from "../errorSentences.ts";

/** Why one stands before the login again; a logout of one's own needs no explanation. */
export const leaveTexts: Readonly<Record<LeaveReason, string | null>> = {
  logout: null,
  reset: null,
  idle: "长时间未操作，已自动退出，请重新登录。",
  elsewhere: "账号已在其他地方登录（account logged in elsewhere）。如非本人操作，请尽快修改密码。",
  forced: "您已被管理员强制下线，请重新登录。",
  expired: errorSentence({ kind: "expired", message: "" }),
  unauthorized: errorSentence({ kind: "unauthorized", message: "" }),
  userUnusable: "当前账号已不可用，请联系管理员。",
  missing: errorSentence({ kind: "noSession", message: "" }),
};

/** What the root is told through the history state: why, and where one wanted to be. */
export interface Arrival {
  readonly reason: LeaveReason | null;
  readonly from: string | null;
}

/** The history state, read as an arrival; anything else in it counts as none. */
export function arrivalOf(state: unknown): Arrival {
  const { reason = null, from = null } = (state ?? {}) as Partial<Record<keyof Arrival, unknown>>;
  return {
    reason: typeof reason === "string" && reason in leaveTexts ? (reason as LeaveReason) : null,
    from: typeof from === "string" && from.startsWith("/") && !from.startsWith("//") ? from : null,
  };
}
