/**
 * The lists whose rows come and go by themselves, with each login, each export and each phone that declines, so that no
 * number of rows can be promised: their manners are the engine's, which `lists.ts` proves, and what is theirs stands in
 * `tests/e2e/admin` and `tests/e2e/msg`.
 */
export const dynamicLists = [
  { path: "/audit", call: "/x/audit/list", export: "/x/audit/export" },
  { path: "/exports", call: "/x/export/list", export: undefined },
  { path: "/sessions", call: "/x/session/list", export: undefined },
  { path: "/msg/msgList?tab=declined", call: "/x/sms/decline/list", export: undefined },
] as const;
