import type { DataScope } from "../../adapters/contract/staff.ts";
import type { StaffRecord } from "../db/schema/staff.ts";

/**
 * The companies whose records somebody sees: all, those whose manager is in a department, or those that they manage
 * themselves.
 */
export interface RecordScope {
  readonly by: DataScope;
  readonly staffId: string;
  /** Null sees nothing by department. */
  readonly departmentId: string | null;
}

/** Everything: of calls without an actor, and of screens, whose view limits them. */
export const wholeScope: RecordScope = { by: "all", staffId: "1", departmentId: null };

type ScopedStaff = Pick<StaffRecord, "id" | "roles" | "dataScope" | "departmentId">;

/** An admin sees all, whatever is stored. */
export const toRecordScope = ({ id, roles, dataScope, departmentId }: ScopedStaff): RecordScope => ({
  by: roles.includes("admin") ? "all" : dataScope,
  staffId: id,
  departmentId,
});

/** Text that tells apart what different scopes may have read, such as in a stored file. */
export const toScopeKey = ({ by, staffId, departmentId }: RecordScope): string =>
  by === "all" ? by : `${by} ${by === "own" ? staffId : departmentId}`;
