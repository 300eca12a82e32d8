import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import type { Db } from "../db/handle.ts";
import { exportFiles } from "../db/schema/exportFile.ts";
import { countPieces, readPieces } from "../jobs/storedPieces.ts";
import type { Platform } from "../platform.ts";

declare module "../call.ts" {
  interface Services {
    /** The files of finished exports, in every process. */
    readonly exportFiles: ExportFiles;
  }
}

/** Files of finished exports: in the data folder, or in the database that several processes share. */
export interface ExportFiles {
  /**
   * Null where there is none any more. It is read outside of the caller's transaction.
   * @param tx the caller's transaction
   */
  readonly open: (tx: Db, id: string) => Promise<AsyncIterable<Uint8Array> | null>;
}

export const getExportFolder = ({ dataDir }: Platform["settings"]): string => path.join(dataDir, "exports");
export const getExportPath = (folder: string, id: string): string => path.join(folder, `${id}.xlsx`);

export function createExportFiles({ db, settings }: Pick<Platform, "db" | "settings">): ExportFiles {
  const folder = getExportFolder(settings);
  return {
    open: (tx, id) =>
      access(getExportPath(folder, id)).then(
        () => createReadStream(getExportPath(folder, id)),
        async () => {
          const pieces = await countPieces(tx, exportFiles, id);
          return pieces === 0 ? null : readPieces(db, exportFiles, id, pieces);
        },
      ),
  };
}
