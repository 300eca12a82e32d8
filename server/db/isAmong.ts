import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * Whether a column of text or ids has one of any number of values. They are one parameter: a statement takes at most
 * 65,535, which `inArray` would exceed.
 */
export const isAmong = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))::${sql.raw(`${column.getSQLType()}[]`)})`;
