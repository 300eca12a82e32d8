import type { StaffRecord } from "../db/schema/staff.ts";

/** Whether an initial or reset password must be changed first. Outside production there is only a warning. */
export const mustChangePassword = (
  production: boolean,
  { mustChange }: Pick<StaffRecord, "mustChange">,
): boolean => production && mustChange;
