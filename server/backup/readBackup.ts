import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type * as z from "zod/mini";
import {
  checksumLine,
  formatName,
  formatVersion,
  type Header,
  headerLine,
  type Summary,
  summaryLine,
  tableLine,
} from "./format.ts";

/** One line of a backup; a row stays the JSON text that it is. */
export type Entry =
  | { readonly header: Header }
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly row: string }
  | { readonly summary: Summary };

/** The file is no backup, or not one that can be trusted. Its message is for the terminal. */
export class BadBackup extends Error {
  override readonly name = "BadBackup";
}

/**
 * The lines of a backup file, header first, each parsed. Whoever reads to the end knows that the file is whole.
 * @param onRead is told how many bytes of the file have been read
 * @throws BadBackup where the file is cut, altered or none of ours
 */
export async function* readBackup(
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Entry> {
  const hash = createHash("sha256");
  let first = true;
  let counted = false;
  let whole = false;
  for await (const line of linesOf(file, onRead)) {
    if (whole) throw damaged(file);
    if (!first && line.startsWith(`{"sha256"`)) {
      whole = counted && parsed(checksumLine, line, file).sha256 === hash.digest("hex");
      if (!whole) throw damaged(file);
      continue;
    }
    hash.update(line).update("\n");
    if (first) {
      first = false;
      yield { header: headerIn(line, file) };
    } else if (line.startsWith("[")) yield { row: line };
    else if (line.startsWith(`{"table"`)) yield parsed(tableLine, line, file);
    else {
      counted = true;
      yield { summary: parsed(summaryLine, line, file) };
    }
  }
  if (!whole) throw damaged(file);
}

/** The first line alone. */
export async function readHeader(file: string): Promise<Header> {
  for await (const entry of readBackup(file)) if ("header" in entry) return entry.header;
  throw damaged(file);
}

/** Reads all of the file and answers with its summary. */
export async function verifyBackup(file: string, onRead?: (bytes: number) => void): Promise<Summary> {
  let summary: Summary | null = null;
  for await (const entry of readBackup(file, onRead)) if ("summary" in entry) summary = entry.summary;
  if (!summary) throw damaged(file);
  return summary;
}

function headerIn(line: string, file: string): Header {
  const header = headerLine.safeParse(jsonIn(line));
  if (!header.success) throw none(file);
  if (header.data.version > formatVersion)
    throw new BadBackup(
      `${file} is of format ${header.data.version}, this build reads up to ${formatVersion}. Restore it with a newer build`,
    );
  return header.data;
}

function parsed<T>(schema: z.ZodMiniType<T>, line: string, file: string): T {
  const read = schema.safeParse(jsonIn(line));
  if (!read.success) throw damaged(file);
  return read.data;
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const none = (file: string) => new BadBackup(`${file} is no backup of this platform (${formatName})`);
const damaged = (file: string) =>
  new BadBackup(`${file} is damaged: it was cut off or altered. Take another copy of it, or an older backup`);

/** The lines of a gzip file, whatever their length, without their ends. */
async function* linesOf(file: string, onRead: (bytes: number) => void): AsyncGenerator<string> {
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
  } catch (fault) {
    const { code = "", message } = fault as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw fault;
    throw message.includes("incorrect header") ? none(file) : damaged(file);
  } finally {
    stop.abort();
    await piped;
  }
  // A last line without its end was cut.
  if (parts.length > 0) throw damaged(file);
}
