import { dumpDatabase } from "../../../server/backup/dump.ts";
import { writeBackup } from "../../../server/backup/writeBackup.ts";
import type { Db } from "../../../server/db/handle.ts";

const backupMeta = { createdAt: "2026-03-02T02:00:00.000Z", keyFingerprint: "f".repeat(32) };

/** Dumps a database into the parts of a backup. */
export const dumpToParts = (db: Db): Promise<string[]> =>
  db.transaction(async (tx) => {
    const parts: string[] = [];
    for await (const part of dumpDatabase(tx, backupMeta)) parts.push(part);
    return parts;
  });

/** Writes the parts to a backup file. */
export const writeParts = (file: string, parts: readonly string[]) =>
  writeBackup(
    file,
    (async function* () {
      yield* parts;
    })(),
  );
