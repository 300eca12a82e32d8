import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Call } from "../call.ts";
import { type DerivedColumn, deriveColumns } from "./deriveColumns.ts";
import { diffFields, toAuditFields } from "./diffFields.ts";
import { handleUniqueViolation } from "./refusals.ts";

export type RecordTable = PgTable & {
  readonly id: PgColumn;
  readonly version: PgColumn;
  readonly updatedAt: PgColumn;
  readonly deletedAt: PgColumn;
};
export interface Saved {
  readonly id: string;
  readonly version: number;
}
/** What is written of a record besides its stamps. */
export type Insert<T extends RecordTable> = Omit<
  T["$inferInsert"],
  "id" | "version" | "createdAt" | "updatedAt"
>;
type RequiredKeys<R> = { [K in keyof R]-?: undefined extends R[K] ? never : K }[keyof R];
type Missing<T extends RecordTable, Given extends PropertyKey> = Exclude<
  RequiredKeys<Insert<T>>,
  Given | DerivedColumn
>;
/** Does not compile if a required column has no value; its name is in `missing`. */
type Complete<T extends RecordTable, Given extends PropertyKey> = [Missing<T, Given>] extends [never]
  ? unknown
  : { readonly missing: Missing<T, Given> };

interface WriteOptions<D> {
  /** Columns that the audit trail does not show, besides sort keys and search texts. */
  readonly hidden?: D;
  /** Messages of refusals by the violated unique constraint. */
  readonly duplicates?: Readonly<Record<string, string>>;
}

/** Inserts a record with its audit row; sort keys and search text follow. A missing required column does not compile. */
export async function insertRecord<
  T extends RecordTable,
  F extends Partial<Insert<T>>,
  D extends Partial<Insert<T>> = Record<never, never>,
>(
  call: Call,
  table: T,
  fields: F & Complete<T, keyof F | keyof D>,
  { hidden, duplicates = {} }: WriteOptions<D> = {},
): Promise<Saved> {
  const { now } = call;
  const saved = { id: call.newId(), version: 1 };
  const derived = deriveColumns(call, table, fields, fields);
  const record = { ...fields, ...derived, ...hidden, ...saved, createdAt: now, updatedAt: now };
  // Cast: drizzle cannot infer the columns of a generic table; the parameters' types check them.
  await handleUniqueViolation(duplicates, () => call.db.insert(table).values(record as never));
  call.audit({ entityId: saved.id, after: toAuditFields(fields) });
  return saved;
}

/** Updates a locked record to the next version. The audit row contains the fields that differ. */
export async function updateRecord<T extends RecordTable, R extends Saved & T["$inferSelect"]>(
  call: Call,
  table: T,
  record: R,
  patch: Partial<Insert<T>>,
  { hidden, duplicates = {} }: WriteOptions<Partial<Insert<T>>> = {},
): Promise<Saved> {
  const saved = { id: record.id, version: record.version + 1 };
  const derived = deriveColumns(call, table, { ...record, ...patch }, patch);
  const changes = { ...patch, ...derived, ...hidden, version: saved.version, updatedAt: call.now };
  await handleUniqueViolation(duplicates, () =>
    call.db
      .update(table)
      .set(changes as never)
      .where(eq(table.id, saved.id)),
  );
  call.audit({ entityId: saved.id, ...diffFields(record, patch) });
  return saved;
}

/** Soft-deletes a locked record. The audit row contains the given fields of it. */
export async function removeRecord<T extends RecordTable, R extends Saved & T["$inferSelect"]>(
  call: Call,
  table: T,
  record: R,
  audited: readonly (keyof R & string)[],
): Promise<Saved> {
  const saved = { id: record.id, version: record.version + 1 };
  const changes = { deletedAt: call.now, version: saved.version };
  await call.db
    .update(table)
    .set(changes as never)
    .where(eq(table.id, saved.id));
  const fields = Object.fromEntries(audited.map((name) => [name, record[name]]));
  call.audit({ entityId: saved.id, before: toAuditFields(fields) });
  return saved;
}
