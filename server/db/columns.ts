import { sql } from "drizzle-orm";
import { check, customType, integer, type PgColumn, timestamp } from "drizzle-orm/pg-core";
import type { Dictionary } from "../../adapters/contract/defineEnum.ts";

/** An int8 as a decimal string; the drivers return number, bigint or string. */
export const int8 = customType<{ data: string; driverData: string | number | bigint }>({
  dataType: () => "int8",
  fromDriver: String,
});

/** An auto-incrementing int8, for ids that the application does not generate. */
export const serialId = customType<{ data: string; driverData: string | number | bigint; default: true }>({
  dataType: () => "bigserial",
  fromDriver: String,
});

/** Instant with milliseconds, as a Date. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Text ordered by code point, whatever the database's locale. */
export const codePointText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Bytes as a Buffer; one driver returns a Uint8Array. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: Buffer.from,
});

/** Columns of every editable record. A function, because each table needs its own column builders. */
export const recordColumns = () => ({
  id: int8("id").primaryKey(),
  version: integer("version").notNull().default(1),
  createdAt: timestamptz("created_at").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
  /** Set on a deleted record; the row stays for the audit trail. */
  deletedAt: timestamptz("deleted_at"),
});

/** Check constraint that limits a column to the values of its dictionary. */
export const enumCheck = (name: string, column: PgColumn, dictionary: Dictionary) =>
  check(name, sql`${column} in (${sql.raw(dictionary.options.map(({ value }) => `'${value}'`).join(", "))})`);

/** Number of a transaction. */
export const xid8 = customType<{ data: string; driverData: string | number | bigint }>({
  dataType: () => "xid8",
  fromDriver: String,
});
