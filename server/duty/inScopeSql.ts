import { type SQL, sql } from "drizzle-orm";
import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import { alarms } from "../db/schema/alarm.ts";

/** The condition that a desk watches an alarm; the migration `0058_duty_desks` has the function. */
export const inScopeSql = (scope: DutyScope): SQL =>
  sql`duty_scope_includes(${JSON.stringify(scope)}::jsonb, ${alarms.companyId}, ${alarms.regionId})`;
