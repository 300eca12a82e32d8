import * as word from "./words.ts";

/** Roles with their Chinese labels; `display` is the token of a wall screen, not a login. */
export const roleLabels = {
  admin: "超级管理员",
  operator: "运营",
  finance: "财务",
  maintainer: "运维",
  duty: word.duty,
  display: word.screen,
} as const;

export type Role = keyof typeof roleLabels;

/** The roles a person can sign in with. */
export const consoleRoles = [
  "admin",
  "operator",
  "finance",
  "maintainer",
  "duty",
] as const satisfies readonly Role[];
