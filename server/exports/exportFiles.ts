import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { exportFiles } from "../db/schema/exportFile.ts";
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

const pieceLength = 1_048_576;

export const getExportFolder = ({ dataDir }: Platform["settings"]): string => path.join(dataDir, "exports");
export const getExportPath = (folder: string, id: string): string => path.join(folder, `${id}.xlsx`);

export function createExportFiles({ db, settings }: Pick<Platform, "db" | "settings">): ExportFiles {
  const folder = getExportFolder(settings);
  return {
    open: (tx, id) =>
      access(getExportPath(folder, id)).then(
        () => createReadStream(getExportPath(folder, id)),
        async () => {
          const pieces = await tx.$count(exportFiles, eq(exportFiles.jobId, id));
          return pieces === 0 ? null : readPieces(db, id, pieces);
        },
      ),
  };
}

async function* readPieces(db: Db, jobId: string, pieces: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < pieces; piece++) {
    const isPiece = and(eq(exportFiles.jobId, jobId), eq(exportFiles.piece, piece));
    const [found] = await db.select({ bytes: exportFiles.bytes }).from(exportFiles).where(isPiece);
    if (!found) throw new Error(`The file of export ${jobId} was removed while it was read`);
    yield found.bytes;
  }
}

/** Copies an export's file into the database, in the transaction that ends its job. */
export async function copyToDatabase(tx: Db, jobId: string, filePath: string): Promise<void> {
  await tx.delete(exportFiles).where(eq(exportFiles.jobId, jobId));
  let piece = 0;
  for await (const bytes of createReadStream(filePath, { highWaterMark: pieceLength }))
    await tx.insert(exportFiles).values({ jobId, piece: piece++, bytes: Buffer.from(bytes) });
}
