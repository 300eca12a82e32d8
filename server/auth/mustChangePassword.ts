import type { StaffRecord } from "../db/schema/staff.ts";

/** Whether an initial or reset password must be changed before anything else; outside of production it is only warned of. */
export const mustChangePassword = (
  production: boolean,
  { mustChange }: Pick<StaffRecord, "mustChange">,
): boolean => production && mustChange;
