import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";

/** What a table's records are called by; declared beside the table. A company's name is its column `companyName`. */
export interface RecordSubject {
  /** Kinds of records that are in the table, or are called as its records: a logo as its company. */
  readonly entities: readonly [AuditEntity, ...AuditEntity[]];
  readonly table: PgTable & { readonly id: PgColumn; readonly companyName?: PgColumn };
  /** Number or name. */
  readonly name: PgColumn | SQL;
  readonly amountFen?: PgColumn;
}
