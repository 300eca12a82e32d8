import { existsSync } from "node:fs";
import { type DatabaseSession, openEmbeddedSession, openPostgresSession } from "../db/databaseSession.ts";
import { lockFolder } from "../db/lockFolder.ts";
import { listMigrations } from "../db/migrate.ts";
import { getEmbeddedFolder } from "../db/openDatabase.ts";
import { rebuildStatistics } from "../modules/statistics/rollUps.ts";
import { readStorage } from "../settings/settings.ts";
import { getLastMigration } from "./catalog.ts";
import { CommandError, runCommand } from "./terminal.ts";

async function rebuild({ db, close }: DatabaseSession): Promise<void> {
  try {
    const newest = listMigrations().at(-1);
    if ((await getLastMigration(db)) !== newest?.when)
      throw new CommandError("The database has another schema than this build. Start its server once");
    await db.transaction(rebuildStatistics);
  } finally {
    await close();
  }
}

const read = readStorage(process.env);
if ("errors" in read) {
  for (const error of read.errors) console.error(error);
  process.exit(1);
}
const { storage } = read;
const { dataDir, databaseUrl } = storage;
await runCommand(
  async (_signal, progress) => {
    progress.show("Recounting …");
    if (databaseUrl) await rebuild(await openPostgresSession(databaseUrl));
    else {
      const folder = getEmbeddedFolder(dataDir);
      if (!existsSync(folder)) throw new CommandError(`There is no database in DATA_DIR ${dataDir}`);
      const unlock = lockFolder(folder);
      try {
        await rebuild(await openEmbeddedSession({ folder }));
      } finally {
        unlock();
      }
    }
    progress.clear();
    console.log("Recounted the statistics from the records.");
  },
  { file: dataDir, storage },
);
