import { statSync } from "node:fs";
import path from "node:path";
import { FolderInUse } from "../db/lockFolder.ts";
import { databaseGone, socketBroken, sqlState } from "../http/databaseFault.ts";
import { loggedFault } from "../http/loggedFault.ts";
import { TooFewFiles } from "../openFiles.ts";
import { BadSecretKey } from "../secretKey.ts";
import type { Storage } from "../settings.ts";
import { BadBackup } from "./readBackup.ts";
import { NotEmpty } from "./restore.ts";
import { FileExists } from "./writeBackup.ts";

/** A command cannot be carried out. Its message is for the terminal. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The one file that a command is about, seen from where it was typed: npm itself runs it elsewhere. */
export function fileArgument(command: "backup" | "restore"): string {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) {
    console.error(`Usage: npm run ${command} -- FILE`);
    process.exit(2);
  }
  return path.resolve(process.env["INIT_CWD"] ?? process.cwd(), file);
}

/** A line that is written over, where somebody looks on. */
export function progressLine(): { readonly show: (text: string) => void; readonly clear: () => void } {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  let shownAt = 0;
  return {
    show: (text) => {
      if (performance.now() - shownAt < 100) return;
      shownAt = performance.now();
      stderr.write(`\r\u001b[K${text}`);
    },
    clear: () => stderr.write("\r\u001b[K"),
  };
}

/** Tells how much of a file has been read, in percent. */
export function percentOf(file: string, show: (text: string) => void, label: string) {
  const all = Math.max(statSync(file).size, 1);
  return (bytes: number) => show(`${label}: ${Math.min(Math.floor((100 * bytes) / all), 100)} %`);
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs a command to its end; a signal stops it, and what it has begun is taken back.
 * The exit code is 0, 1 with one line that says why not, or 128 and the signal's number.
 */
export async function runCommand(
  work: (signal: AbortSignal, progress: ReturnType<typeof progressLine>) => Promise<void>,
  { file, storage }: { readonly file: string; readonly storage: Storage },
): Promise<void> {
  const stop = new AbortController();
  const progress = progressLine();
  for (const [name, code] of Object.entries(signals))
    process.on(name, () => {
      process.exitCode = code;
      stop.abort(new CommandError("Stopped"));
    });
  try {
    await work(stop.signal, progress);
    progress.clear();
  } catch (fault) {
    progress.clear();
    process.exitCode ??= 1;
    console.error(`${lineFor(stop.signal.aborted ? stop.signal.reason : fault, file, storage)}.`);
  }
  // A thread that does not end by itself keeps nobody waiting.
  process.exit();
}

const ownErrors = [TooFewFiles, CommandError, BadBackup, NotEmpty, FileExists, BadSecretKey];

function lineFor(fault: unknown, file: string, { dataDir, databaseUrl }: Storage): string {
  if (ownErrors.some((one) => fault instanceof one)) return (fault as Error).message;
  if (fault instanceof FolderInUse)
    return `DATA_DIR ${dataDir} is in use: a server runs on it. Stop it, or set DATA_DIR to another folder`;
  const { code = "", path: place } = fault as NodeJS.ErrnoException;
  if (place !== undefined && path.resolve(place).startsWith(file)) return `${file}: ${why(code)}`;
  if (databaseUrl && (databaseGone(fault) || socketBroken(fault) || sqlState(fault)))
    return `DATABASE_URL: the database cannot be used: ${innermost(fault)}`;
  if (code === "ENOSPC" || sqlState(fault) === "53100") return `DATA_DIR ${dataDir}: no room on the disk`;
  if (/^E[A-Z]+$/.test(code)) return `DATA_DIR ${dataDir}: ${why(code)}`;
  return loggedFault(fault);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "its folder is a file",
  ENOSPC: "no room on the disk",
  EROFS: "its disk is read-only",
};
const why = (code: string) => reasons[code] ?? code;

/** What the driver said, without the statement and its values that are told around it. */
function innermost(fault: unknown): string {
  let at = fault;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  return at instanceof Error ? (at.message.split("\n")[0] ?? at.name) : String(at);
}
