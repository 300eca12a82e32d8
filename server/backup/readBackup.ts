import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type * as z from "zod/mini";
import {
  type BackupHeader,
  type BackupSummary,
  checksumLine,
  formatName,
  formatVersion,
  headerLine,
  summaryLine,
  tableLine,
} from "./backupFormat.ts";

/** One line of a backup; rows remain JSON text. */
export type BackupEntry =
  | { readonly header: BackupHeader }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly row: string }
  | { readonly summary: BackupSummary };

/** The file is not a backup, is damaged, or does not fit this build. The message is for the terminal. */
export class InvalidBackupError extends Error {
  override readonly name = "InvalidBackupError";
}

/**
 * Parses the lines of a backup file, header first. Only reading to the end verifies the checksum.
 * @param onRead receives the number of bytes read so far
 * @throws InvalidBackupError if the file is truncated, altered or not a backup
 */
export async function* readBackup(
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<BackupEntry> {
  const hash = createHash("sha256");
  let isFirst = true;
  let hasSummary = false;
  let isComplete = false;
  for await (const line of readLines(file, onRead)) {
    if (isComplete) throw createDamagedError(file);
    if (!isFirst && line.startsWith(`{"sha256"`)) {
      isComplete = hasSummary && parseLine(checksumLine, line, file).sha256 === hash.digest("hex");
      if (!isComplete) throw createDamagedError(file);
      continue;
    }
    hash.update(line).update("\n");
    if (isFirst) {
      isFirst = false;
      yield { header: parseHeader(line, file) };
    } else if (line.startsWith("[")) yield { row: line };
    else if (line.startsWith(`{"table"`)) yield parseLine(tableLine, line, file);
    else {
      hasSummary = true;
      yield { summary: parseLine(summaryLine, line, file) };
    }
  }
  if (!isComplete) throw createDamagedError(file);
}

/** Reads only the first line. */
export async function readHeader(file: string): Promise<BackupHeader> {
  for await (const entry of readBackup(file)) if ("header" in entry) return entry.header;
  throw createDamagedError(file);
}

/** Reads the whole file and returns its summary. */
export async function verifyBackup(file: string, onRead?: (bytes: number) => void): Promise<BackupSummary> {
  let summary: BackupSummary | null = null;
  for await (const entry of readBackup(file, onRead)) if ("summary" in entry) summary = entry.summary;
  if (!summary) throw createDamagedError(file);
  return summary;
}

function parseHeader(line: string, file: string): BackupHeader {
  const header = headerLine.safeParse(parseJson(line));
  if (!header.success) throw createNotABackupError(file);
  if (header.data.version > formatVersion)
    throw new InvalidBackupError(
      `${file} is of format ${header.data.version}, this build reads up to ${formatVersion}. Restore it with a newer build`,
    );
  return header.data;
}

function parseLine<T>(schema: z.ZodMiniType<T>, line: string, file: string): T {
  const read = schema.safeParse(parseJson(line));
  if (!read.success) throw createDamagedError(file);
  return read.data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const createNotABackupError = (file: string) =>
  new InvalidBackupError(`${file} is no backup of this platform (${formatName})`);
const createDamagedError = (file: string) =>
  new InvalidBackupError(
    `${file} is damaged: it was cut off or altered. Take another copy of it, or an older backup`,
  );

/** The lines of a gzip file, of any length, without line ends. */
async function* readLines(file: string, onRead: (bytes: number) => void): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = createGunzip({ chunkSize: 262_144 });
  const stop = new AbortController();
  const piped = pipeline(source, text, { signal: stop.signal }).catch(() => undefined);
  let parts: Buffer[] = [];
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      onRead(source.bytesRead);
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString("utf8");
        parts = [];
        from = end + 1;
      }
      if (from < chunk.length) parts.push(chunk.subarray(from));
    }
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw error;
    throw message.includes("incorrect header") ? createNotABackupError(file) : createDamagedError(file);
  } finally {
    stop.abort();
    await piped;
  }
  // A last line without a line end is truncated.
  if (parts.length > 0) throw createDamagedError(file);
}
