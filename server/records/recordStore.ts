import { getTableColumns } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import type { Call } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { labelOf } from "./fieldLabels.ts";
import { findActive } from "./findActive.ts";
import { nextStatus } from "./nextStatus.ts";
import { omitUndefined } from "./omitUndefined.ts";
import { createVersionConflict, requireRecord } from "./refusals.ts";
import { getColumnKey } from "./renameCopies.ts";
import { type Insert, insertRecord, type RecordTable, type Saved, updateRecord } from "./writeRecord.ts";

/** What a call sends of a record: times as texts, an empty one for none. */
type Sent<T extends RecordTable> = {
  readonly [K in keyof Insert<T>]?: Insert<T>[K] | (Date extends Insert<T>[K] ? string : never) | undefined;
} & {
  readonly id?: string | undefined;
  readonly version?: number | undefined;
  readonly requestId?: string;
};
/** What a save may refuse, and how. */
export interface SaveOptions<T extends RecordTable> {
  /** Messages of refusals by the violated unique constraint. */
  readonly duplicates?: Readonly<Record<string, string>>;
  /** Refuses what the record would be. */
  readonly check?: (next: T["$inferSelect"]) => void;
}

/**
 * Creates functions that read, lock and write records of a table.
 * @param label Chinese name of the kind of record, for refusals
 * @param toRow returns the current row, which a version conflict replies with
 */
export function createRecordStore<T extends RecordTable>(
  table: T,
  label: string,
  toRow: (record: T["$inferSelect"], call: Call) => unknown,
) {
  /** Reads a record and locks its row until the transaction ends; a stale version is a conflict. */
  const lock = async (call: Call, id: string, version?: number): Promise<T["$inferSelect"]> => {
    const record = requireRecord(await findActive(call.db, table, id, "update"), label);
    // Not `record.version`: a generic table loses the types of its columns.
    if (version !== undefined && Reflect.get(record, "version") !== version)
      throw createVersionConflict(await toRow(record, call));
    return record;
  };
  return {
    /** Reads a record; refuses if there is none. */
    get: async (db: Db, id: string): Promise<T["$inferSelect"]> =>
      requireRecord(await findActive(db, table, id), label),
    lock,
    /**
     * Adds a record, or with an id saves the fields that were sent, and the names that they lead to. The contract guarantees
     * those of a new one.
     */
    save: async <B extends Sent<T>>(
      call: Call,
      body: B & Readonly<Record<Exclude<keyof B, keyof Sent<T>>, never>>,
      { check, ...options }: SaveOptions<T> = {},
    ): Promise<Saved> => {
      const { id, version, requestId: _, ...sent } = body as Sent<T>;
      const names = await copyNames(call, table, sent);
      const record = id === undefined ? null : await lock(call, id, version);
      // Casts: a generic table loses the types of its columns; the body's type checks them.
      const patch = { ...toColumnValues(table, sent), ...names } as Partial<Insert<T>>;
      check?.({ ...record, ...patch } as T["$inferSelect"]);
      return record
        ? updateRecord(call, table, record as Saved & T["$inferSelect"], patch, options)
        : insertRecord(call, table, patch as never, options);
    },
    /** Changes the status by an event, unless the status does not allow it or `check` refuses it. */
    changeStatus: async <S extends string, E extends string>(
      call: Call,
      { id, version }: { readonly id: string; readonly version?: number | undefined },
      machine: StatusMachine<S, E>,
      event: E,
      check?: (record: T["$inferSelect"]) => Promise<void>,
    ): Promise<Saved> => {
      // Casts: as above.
      const record = (await lock(call, id, version)) as Saved & T["$inferSelect"] & { readonly status: S };
      const status = nextStatus(machine, label, record, event);
      await check?.(record);
      return updateRecord(call, table, record, { status } as never);
    },
  };
}

/**
 * The names of the records that the sent ids lead to, for the columns that copy them. Each is locked, before the record
 * itself as a rename does, so that it is not renamed meanwhile.
 */
async function copyNames(
  { db, denormalizedNames }: Pick<Call, "db" | "denormalizedNames">,
  table: PgTable,
  sent: object,
): Promise<Readonly<Record<string, string>>> {
  const names: Record<string, string> = {};
  for (const { id, name, source } of denormalizedNames.find((one) => one.table === table)?.synced ?? []) {
    const key = getColumnKey(table, id);
    const named: unknown = Reflect.get(sent, key);
    if (named === undefined) continue;
    // Cast: what has a name that others copy is a record.
    const found = named ? await findActive(db, source as RecordTable, String(named), "update") : { name: "" };
    names[getColumnKey(table, name)] = String(Reflect.get(requireRecord(found, labelOf(key)), "name"));
  }
  return names;
}

/** The fields that were sent as their columns store them. */
const toColumnValues = (table: PgTable, sent: object) => {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(omitUndefined(sent)).map(([name, value]) => [
      name,
      columns[name]?.dataType === "date" && typeof value === "string"
        ? value === ""
          ? null
          : new Date(value)
        : value,
    ]),
  );
};
