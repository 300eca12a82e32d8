import { type Column, type SQL, sql } from "drizzle-orm";
import type { DutyScope } from "../../adapters/contract/dutyScope.ts";
import { alarms } from "../db/schema/alarm.ts";
import { companies } from "../db/schema/company.ts";

/** Whose a record is, and its region. */
interface ScopedColumns {
  readonly companyId: Column;
  readonly regionId: Column | SQL;
}

/** The condition that a scope takes a record in; the migration `0058_duty_desks` has the function. */
export const inScopeSql = (scope: DutyScope, { companyId, regionId }: ScopedColumns = alarms): SQL =>
  sql`duty_scope_includes(${JSON.stringify(scope)}::jsonb, ${companyId}, ${regionId})`;

/** The region of the company of a record. */
export const companyRegionSql = (companyId: Column): SQL =>
  sql`(select ${companies.regionId} from ${companies} where ${companies.id} = ${companyId})`;
