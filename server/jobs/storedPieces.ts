import { createReadStream } from "node:fs";
import { and, eq } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import type { PieceTable } from "../db/schema/filePieces.ts";

const pieceLength = 1_048_576;

/** Copies a job's file into the database. @param tx a transaction, so that nobody sees a part of it */
export async function storePieces(tx: Db, table: PieceTable, jobId: string, filePath: string): Promise<void> {
  await tx.delete(table).where(eq(table.jobId, jobId));
  let piece = 0;
  for await (const bytes of createReadStream(filePath, { highWaterMark: pieceLength }))
    await tx.insert(table).values({ jobId, piece: piece++, bytes: Buffer.from(bytes) });
}

export const countPieces = (db: Db, table: PieceTable, jobId: string): Promise<number> =>
  db.$count(table, eq(table.jobId, jobId));

/** Reads a job's file as the database has it. @param pieces how many it has */
export async function* readPieces(
  db: Db,
  table: PieceTable,
  jobId: string,
  pieces: number,
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < pieces; piece++) {
    const isPiece = and(eq(table.jobId, jobId), eq(table.piece, piece));
    const [found] = await db.select({ bytes: table.bytes }).from(table).where(isPiece);
    if (!found) throw new Error(`The file of job ${jobId} was removed while it was read`);
    yield found.bytes;
  }
}
