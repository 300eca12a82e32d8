import { randomUUID } from "node:crypto";
import pg from "pg";
import {
  type DatabaseSession,
  openEmbeddedSession,
  openPostgresSession,
} from "../../../server/db/databaseSession.ts";

/** A database without tables: embedded in memory, or on the PostgreSQL server of `TEST_DATABASE_URL`. */
export async function createEmptyDatabase(): Promise<DatabaseSession> {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) return openEmbeddedSession({ folder: null });
  const name = `console_${randomUUID().replaceAll("-", "")}`;
  await runAsAdmin(url, `create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const { db, close } = await openPostgresSession(address.toString());
  return { db, close: () => close().then(() => runAsAdmin(url, `drop database ${name} with (force)`)) };
}

async function runAsAdmin(url: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
