import { eq, getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Call } from "../call.ts";
import { diffFields, toAuditFields } from "./diffFields.ts";
import { handleUniqueViolation } from "./refusals.ts";
import { getColumnKey } from "./renameCopies.ts";
import { buildSearchText, toPinyinSortKey } from "./searchText.ts";

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

/** Columns that follow from others of their record. */
type DerivedColumn = "search" | `${string}Order`;

/**
 * Sort keys (`nameOrder` of `name`) and the search text of a record, as the names of its table declare it; those of an
 * edit only where it sets what they follow from.
 * @param patch what is written; the whole record for a new one
 */
function deriveColumns(
  { denormalizedNames }: Pick<Call, "denormalizedNames">,
  table: PgTable,
  next: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const derived: Record<string, string> = {};
  const columns = getTableColumns(table);
  for (const [name] of Object.entries(columns)) {
    const value = patch[name];
    if (typeof value === "string" && `${name}Order` in columns)
      derived[`${name}Order`] = toPinyinSortKey(value);
  }
  if (!("search" in columns)) return derived;
  const search = denormalizedNames.find((names) => names.table === table)?.search;
  if (!search) throw new Error("A table with a search text declares what it is built from");
  const parts = search.parts.map((part) => getColumnKey(table, part));
  if (parts.some((part) => part in patch))
    derived["search"] = buildSearchText(...parts.map((part) => String(next[part] ?? "")));
  return derived;
}
