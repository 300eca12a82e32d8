import type { PGlite } from "@electric-sql/pglite";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { drizzle as drizzleEmbedded } from "drizzle-orm/pglite";
import pg from "pg";
import { connectionDefaults, ignoreConnectionErrors } from "./createPool.ts";
import { type EmbeddedLane, openEmbedded } from "./embedded.ts";
import type { WorkerInput } from "./embeddedProtocol.ts";
import type { Db } from "./handle.ts";

/** One session of a database, neither migrated nor pooled. */
export interface DatabaseSession {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/** Ends the transaction of an idle reader: its snapshot keeps the database from vacuuming. */
const idleInTransactionMs = 600_000;

/** Cast: a lane implements what drizzle uses of PGlite, and both drivers share one handle type. */
export const createEmbeddedDb = (lane: EmbeddedLane): Db =>
  drizzleEmbedded({ client: lane as unknown as PGlite }) as unknown as Db;

export async function openEmbeddedSession(input: WorkerInput): Promise<DatabaseSession> {
  const { background, close } = await openEmbedded(input);
  return { db: createEmbeddedDb(background), close };
}

/** A connection outside the pools, without a statement timeout. */
export async function openPostgresSession(url: string): Promise<DatabaseSession> {
  const limits = `-c statement_timeout=0 -c idle_in_transaction_session_timeout=${idleInTransactionMs}`;
  const options = `${connectionDefaults.options} ${limits}`;
  const client = new pg.Client({ ...connectionDefaults, connectionString: url, options });
  ignoreConnectionErrors(client);
  await client.connect();
  // Cast: both drivers share one handle type.
  return { db: drizzlePostgres({ client }) as unknown as Db, close: () => client.end() };
}
