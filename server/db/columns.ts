import { sql } from "drizzle-orm";
import { check, customType, integer, type PgColumn, timestamp } from "drizzle-orm/pg-core";
import type { Dictionary } from "../../adapters/contract/defineEnum.ts";

/** An int8 that stays a decimal string: the drivers answer with number, bigint or string. */
export const int8 = customType<{ data: string; driverData: string | number | bigint }>({
  dataType: () => "int8",
  fromDriver: String,
});

/** An int8 that the database counts up by itself, for what no application names. */
export const serialId = customType<{ data: string; driverData: string | number | bigint; default: true }>({
  dataType: () => "bigserial",
  fromDriver: String,
});

/** Instant with milliseconds, as a Date. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Text ordered by code point, whatever locale the database was made with. */
export const codePointText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Bytes as a Buffer; one driver answers with a Uint8Array. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: Buffer.from,
});

/** What every editable record has; made anew for each table. */
export const recordColumns = () => ({
  id: int8("id").primaryKey(),
  version: integer("version").notNull().default(1),
  createdAt: timestamptz("created_at").notNull(),
  updatedAt: timestamptz("updated_at").notNull(),
  /** Set on a deleted record, which stays for the audit trail. */
  deletedAt: timestamptz("deleted_at"),
});

/** Check constraint that holds a column to the values of its dictionary. */
export const enumCheck = (name: string, column: PgColumn, dictionary: Dictionary) =>
  check(name, sql`${column} in (${sql.raw(dictionary.options.map(({ value }) => `'${value}'`).join(", "))})`);
