import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { importFiles } from "../db/schema/importFile.ts";
import type { Platform } from "../platform.ts";
import { countPieces, readPieces, storePieces } from "./storedPieces.ts";

/** Uploaded files in the data folder until they are imported; with several processes the database has them too. */
export function createImportFolder({ db, cluster, settings }: Pick<Platform, "db" | "cluster" | "settings">) {
  const folder = path.join(settings.dataDir, "imports");
  const getPath = (id: string) => path.join(folder, id);
  return {
    getPath,
    /** @param moveFile moves the uploaded file to a path */
    keep: async (id: string, moveFile: (to: string) => Promise<void>): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await moveFile(getPath(id));
      if (cluster) await db.transaction((tx) => storePieces(tx, importFiles, id, getPath(id)));
    },
    /** @returns whether the file is at hand, if need be from the database */
    fetch: async (id: string): Promise<boolean> => {
      if (existsSync(getPath(id))) return true;
      const pieces = await countPieces(db, importFiles, id);
      if (pieces === 0) return false;
      const partPath = `${getPath(id)}.part`;
      await writeFile(partPath, readPieces(db, importFiles, id, pieces), { mode: 0o600 });
      await rename(partPath, getPath(id));
      return true;
    },
    remove: async (id: string): Promise<void> => {
      await rm(getPath(id), { force: true });
      await db.delete(importFiles).where(eq(importFiles.jobId, id));
    },
    /** Removes the files of all but these imports. */
    removeOthers: async (ids: readonly string[]): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) if (!ids.includes(name)) await rm(getPath(name));
    },
  };
}
