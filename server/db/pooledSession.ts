import { sql } from "drizzle-orm";
import { NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import type pg from "pg";
import { getSqlState } from "../http/databaseError.ts";
import { CommitUnknownError } from "./commitUnknownError.ts";
import type { Db } from "./handle.ts";

type NoSchema = Record<string, never>;

/** A rollback takes no time; a connection that does not answer it is closed. */
const rollbackTimeoutMs = 5_000;

/** The query handle of a pool. */
export function createPooledDb(pool: pg.Pool): Db {
  const dialect = new PgDialect();
  // Seam: the handle of one driver as the handle of both.
  return new NodePgDatabase(dialect, new PooledSession(pool, dialect), undefined) as unknown as Db;
}

/**
 * Transactions that give their connection back whatever fails. Drizzle's own lose it where `begin` fails, as it does
 * when the database is stopped, and throw the rollback's error in the place of the one that led to it.
 */
class PooledSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #pool: pg.Pool;
  readonly #dialect: PgDialect;

  constructor(pool: pg.Pool, dialect: PgDialect) {
    super(pool, dialect, undefined);
    this.#pool = pool;
    this.#dialect = dialect;
  }

  /** @throws CommitUnknownError where the connection broke, or the time ran out, between the commit and its answer */
  override async transaction<T>(
    work: (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const session = new NodePgSession<NoSchema, NoSchema>(client, this.#dialect, undefined);
    const tx = new NodePgTransaction<NoSchema, NoSchema>(this.#dialect, session, undefined);
    let committing = false;
    try {
      await tx.execute(sql`begin`);
      if (config) await tx.setTransaction(config);
      const result = await work(tx);
      committing = true;
      await tx.execute(sql`commit`);
      client.release();
      return result;
    } catch (error) {
      if (committing && !isServerRejection(error)) {
        // Nothing more is asked of it: a rollback that is answered says nothing about a commit that came late.
        client.release(true);
        throw new CommitUnknownError({ cause: error });
      }
      const ended = await tryRollback(client);
      client.release(!ended);
      // An error that ended the connection as well may have come after the commit.
      throw committing && !ended ? new CommitUnknownError({ cause: error }) : error;
    }
  }
}

/** Whether the database itself answered with an error; what the driver throws by itself has no state. */
const isServerRejection = (error: unknown) => !(getSqlState(error) ?? "08").startsWith("08");

function tryRollback(client: pg.PoolClient): Promise<boolean> {
  // Seam: `query_timeout` of one query is missing in the types.
  const rollback = { text: "rollback", query_timeout: rollbackTimeoutMs } as pg.QueryConfig;
  return client.query(rollback).then(
    () => true,
    () => false,
  );
}
