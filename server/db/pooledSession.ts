import { type Query, sql } from "drizzle-orm";
import { NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import {
  PgDialect,
  type PgPreparedQuery,
  type PgTransactionConfig,
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
} from "drizzle-orm/pg-core";
import type pg from "pg";
import { CommitUnknownError } from "./commitUnknownError.ts";
import { getSqlState } from "./databaseError.ts";
import type { Db } from "./handle.ts";

type NoSchema = Record<string, never>;

/** A rollback takes no time; a connection that does not reply to it is closed. */
const rollbackTimeoutMs = 5_000;

/** Throws if this process may not write in the transaction. */
export type Fence = (tx: Db) => Promise<void>;

/**
 * The query handle of a pool.
 * @param fence called first in every transaction; a single statement that writes becomes one
 */
export function createPooledDb(pool: pg.Pool, fence?: Fence): Db {
  const dialect = new PgDialect();
  const session = fence ? new FencedSession(pool, dialect, fence) : new PooledSession(pool, dialect);
  // Cast: both drivers share one handle type.
  return new NodePgDatabase(dialect, session, undefined) as unknown as Db;
}

/**
 * Transactions that always release their connection. Drizzle's own leak it if `begin` fails, as when the database is
 * stopped, and throw the rollback's error instead of the original one.
 */
class PooledSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #pool: pg.Pool;
  readonly #dialect: PgDialect;

  constructor(pool: pg.Pool, dialect: PgDialect) {
    super(pool, dialect, undefined);
    this.#pool = pool;
    this.#dialect = dialect;
  }

  /** @throws CommitUnknownError if the connection broke or timed out between the commit and its reply */
  override async transaction<T>(
    work: (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const session = new NodePgSession<NoSchema, NoSchema>(client, this.#dialect, undefined);
    const tx = new NodePgTransaction<NoSchema, NoSchema>(this.#dialect, session, undefined);
    let isCommitting = false;
    try {
      await tx.execute(sql`begin`);
      if (config) await tx.setTransaction(config);
      const result = await work(tx);
      isCommitting = true;
      await tx.execute(sql`commit`);
      client.release();
      return result;
    } catch (error) {
      if (isCommitting && !isServerRejection(error)) {
        // Closed without a rollback: a successful one would prove nothing about a commit that arrives late.
        client.release(true);
        throw new CommitUnknownError({ cause: error });
      }
      const isRolledBack = await tryRollback(client);
      client.release(!isRolledBack);
      // An error that also ended the connection may have come after the commit.
      throw isCommitting && !isRolledBack ? new CommitUnknownError({ cause: error }) : error;
    }
  }
}

/** A session that writes only in transactions that call the fence first. */
class FencedSession extends PooledSession {
  readonly #fence: Fence;

  constructor(pool: pg.Pool, dialect: PgDialect, fence: Fence) {
    super(pool, dialect);
    this.#fence = fence;
  }

  override transaction<T>(
    work: (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    return super.transaction(async (tx) => {
      // Cast: as above.
      await this.#fence(tx as unknown as Db);
      return work(tx);
    }, config);
  }

  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    name: string | undefined,
    isResponseInArrayMode: boolean,
    customResultMapper?: (rows: unknown[][]) => T["execute"],
  ): PgPreparedQuery<T> {
    const prepare = (session: NodePgSession<NoSchema, NoSchema>) =>
      session.prepareQuery<T>(query, fields, name, isResponseInArrayMode, customResultMapper);
    const prepared = super.prepareQuery<T>(query, fields, name, isResponseInArrayMode, customResultMapper);
    if (/^\s*select\b/i.test(query.sql)) return prepared;
    return Object.assign(prepared, {
      execute: (values?: Record<string, unknown>) =>
        this.transaction((tx) => prepare(getSession(tx)).execute(values)),
    });
  }
}

/** Cast: drizzle keeps it from its types. */
const getSession = (tx: NodePgTransaction<NoSchema, NoSchema>) =>
  (tx as unknown as { readonly session: NodePgSession<NoSchema, NoSchema> }).session;

/** Whether the database itself replied with an error; the driver's own errors have no SQLSTATE. */
const isServerRejection = (error: unknown) => !(getSqlState(error) ?? "08").startsWith("08");

function tryRollback(client: pg.PoolClient): Promise<boolean> {
  // Cast: `query_timeout` of one query is missing in the types.
  const rollback = { text: "rollback", query_timeout: rollbackTimeoutMs } as pg.QueryConfig;
  return client.query(rollback).then(
    () => true,
    () => false,
  );
}
