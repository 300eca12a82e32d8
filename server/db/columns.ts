import { getTableColumns, getTableName, isNull, sql } from "drizzle-orm";
import {
  check,
  customType,
  type ExtraConfigColumn,
  index,
  integer,
  type PgColumn,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Enumeration } from "../../adapters/contract/defineEnum.ts";

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

/** A value of a dictionary; `enumChecks` of its table limits it to these. */
export const enumColumn = <V extends string>(name: string, { options }: Enumeration<V>) =>
  // Cast: a dictionary has values.
  text(name, { enum: options.map(({ value }) => value) as [V, ...V[]] });

/** Check constraint that limits a column to some values. */
export const valueCheck = (name: string, column: PgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(", "))})`);

type TableColumns = Readonly<Record<string, ExtraConfigColumn>>;

/** The constraints of all `enumColumn`s of a table. */
export const enumChecks = (columns: TableColumns) =>
  Object.entries(columns).flatMap(([key, { table, name }]) => {
    const column = getTableColumns(table)[key];
    return column?.enumValues
      ? [valueCheck(`${getTableName(table)}_${name}_check`, column, column.enumValues)]
      : [];
  });

/** What most tables of records have: an index of the list's own order, and the constraints of their `enumColumn`s. */
export const recordRules = (
  columns: TableColumns & Readonly<Record<"id" | "createdAt" | "deletedAt", ExtraConfigColumn>>,
) => [
  index(`${getTableName(columns.id.table)}_created_at`)
    .on(columns.createdAt, columns.id)
    .where(isNull(columns.deletedAt)),
  ...enumChecks(columns),
];

/** Number of a transaction. */
export const xid8 = customType<{ data: string; driverData: string | number | bigint }>({
  dataType: () => "xid8",
  fromDriver: String,
});
