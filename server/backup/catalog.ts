import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/handle.ts";

export interface Column {
  readonly name: string;
  /** SQL type, such as `numeric(5,2)`. */
  readonly type: string;
}
export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly Column[];
}

/** The rows of a raw query. Both drivers return `rows`, which their common type lacks. */
export async function query<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { readonly rows: Row[] };
  return rows;
}

/** Relations that belong to an extension, not to the platform. */
const isExtensionOwned = sql.raw(
  `exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`,
);

/** Lists all tables of the platform from the database's catalog. */
export async function listTables(db: Db): Promise<Table[]> {
  const found = await query<{ table: string; column: string | null; type: string }>(
    db,
    sql`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
      from pg_class c
      left join pg_attribute a
        on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and not ${isExtensionOwned}
      order by c.relname, a.attnum`,
  );
  const tables = Map.groupBy(found, ({ table }) => table);
  return [...tables].map(([name, rows]) => ({
    name,
    columns: rows.flatMap(({ column, type }) => (column === null ? [] : [{ name: column, type }])),
  }));
}

/** Whether the database has no tables, views or sequences, in any schema. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const found = await query(
    db,
    sql`
      select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not ${isExtensionOwned}
      limit 1`,
  );
  return found.length === 0;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export const listForeignKeys = (db: Db): Promise<ForeignKey[]> =>
  query(
    db,
    sql`
      select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace
      order by c.relname, k.conname`,
  );

/** Names of all sequences. */
export async function listSequences(db: Db): Promise<string[]> {
  const found = await query<{ name: string }>(
    db,
    sql`
      select c.relname as name from pg_class c
      where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and not ${isExtensionOwned}
      order by c.relname`,
  );
  return found.map(({ name }) => name);
}

export interface Trigger {
  readonly table: string;
  readonly name: string;
  /** The SQL clause that enables it again. */
  readonly enabled: "enable" | "enable always" | "enable replica";
}

/** Enabled triggers of the platform. */
export const listTriggers = (db: Db): Promise<Trigger[]> =>
  query(
    db,
    sql`
      select c.relname as table, t.tgname as name,
        case t.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enabled
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace
      order by c.relname, t.tgname`,
  );

/** Timestamp of the last applied migration; null if there is none. */
export async function getLastMigration(db: Db): Promise<number | null> {
  const [found] = await query<{ when: string | number }>(
    db,
    sql`select created_at as when from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  );
  return found ? Number(found.when) : null;
}
