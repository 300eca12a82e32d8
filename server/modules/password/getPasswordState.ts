import type { StaffRecord } from "../../db/schema/staff.ts";

const dayMs = 86_400_000;
const maxAgeMs = 90 * dayMs;

/** The specification's states of a password, with what the warning says. */
export const passwordStates = {
  fine: [0, ""],
  initial: [1, "当前使用的是初始密码，请尽快修改"],
  old: [2, "密码已超过 90 天未修改，请尽快更换"],
  weak: [3, "密码过于简单，容易被猜到，请尽快修改"],
} as const;
export type PasswordState = keyof typeof passwordStates;

/** What is wrong with a password; of several faults the one most urgent to mend. */
export function getPasswordState(
  { mustChange, passwordWeak, passwordChangedAt }: StaffRecord,
  now: Date,
): PasswordState {
  if (mustChange) return "initial";
  if (passwordWeak) return "weak";
  return now.getTime() - passwordChangedAt.getTime() > maxAgeMs ? "old" : "fine";
}
