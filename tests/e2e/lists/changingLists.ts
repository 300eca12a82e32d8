/**
 * The lists whose rows come and go by themselves, each login and each export among them, so that no number of rows can be promised:
 * their manners are the engine's, which `lists.ts` proves, and what is theirs stands in `tests/e2e/admin`.
 */
export const changingLists = [
  { path: "/audit", call: "/x/audit/list", export: "/x/audit/export" },
  { path: "/exports", call: "/x/export/list", export: undefined },
  { path: "/sessions", call: "/x/session/list", export: undefined },
] as const;
