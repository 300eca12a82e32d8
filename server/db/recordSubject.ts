import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { AuditEntity } from "../../adapters/contract/auditEntities.ts";

/** Groups of the rights of roles, about as the menu has them. */
export type RightArea =
  | "task"
  | "account"
  | "order"
  | "goods"
  | "channel"
  | "msg"
  | "operate"
  | "statistics"
  | "system";
/** Where the rights of a kind of record stand, and their place there: by default below those with one. */
export type RightPlace = readonly [area: RightArea, place?: number];

/** What a table's records are called by; declared beside the table. A company's name is its column `companyName`. */
export interface RecordSubject {
  /** Kinds of records that are in the table, or are called as its records: a logo as its company. */
  readonly entities: readonly [AuditEntity, ...AuditEntity[]];
  /** Where the rights of these kinds stand; a kind of two tables says it once. */
  readonly rights?: { readonly [E in AuditEntity]?: RightPlace };
  readonly table: PgTable & { readonly id: PgColumn; readonly companyName?: PgColumn };
  /** Number or name. */
  readonly name: PgColumn | SQL;
  readonly amountFen?: PgColumn;
}
