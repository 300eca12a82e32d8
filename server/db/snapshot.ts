import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { type DatabaseSession, openEmbeddedSession, openPostgresSession } from "./databaseSession.ts";
import type { EmbeddedDatabase } from "./embedded.ts";

/** A transaction that sees the database as it is at its first statement. */
export async function snapshotPostgres(url: string): Promise<DatabaseSession> {
  const session = await openPostgresSession(url);
  try {
    await session.db.execute(sql`begin isolation level repeatable read read only`);
    await session.db.execute(sql`select 1`);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

const getCopyPath = (folder: string) => `${folder}.copy`;

/**
 * A copy of the embedded database in a thread of its own, in the midst of a transaction there: its one session is
 * held only while the files are copied. One at a time.
 */
export async function snapshotFolder(
  { copyTo }: Pick<EmbeddedDatabase, "copyTo">,
  folder: string,
): Promise<DatabaseSession> {
  const copy = getCopyPath(folder);
  const remove = () => rm(copy, { recursive: true, force: true });
  try {
    await remove();
    await copyTo(copy);
    const { db, close } = await openEmbeddedSession({ folder: copy });
    await db.execute(sql`begin`);
    return {
      db,
      close: async () => {
        try {
          await close();
        } finally {
          await remove();
        }
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes what a process that was killed has left of a snapshot. */
export const removeStaleCopy = (folder: string): void =>
  rmSync(getCopyPath(folder), { recursive: true, force: true });
