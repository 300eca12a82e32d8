import { statSync } from "node:fs";
import path from "node:path";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import { FileLimitError } from "../assertOpenFileLimit.ts";
import { getSqlState, hasSocketError, isDatabaseUnavailable } from "../db/databaseError.ts";
import { FolderInUseError } from "../db/lockFolder.ts";
import { formatErrorForLog } from "../log/formatErrorForLog.ts";
import { SecretKeyError } from "../secretKey.ts";
import type { StorageSettings } from "../settings/settings.ts";
import { InvalidBackupError } from "./readBackup.ts";
import { NotEmptyError } from "./restore.ts";
import { FileExistsError } from "./writeBackup.ts";

/** A command failed. The message is for the terminal. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The file argument, resolved against the folder of the user's shell: npm runs the command in another one. */
export function readFileArgument(command: "backup" | "restore"): string {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) {
    console.error(`Usage: npm run ${command} -- FILE`);
    process.exit(2);
  }
  return path.resolve(process.env["INIT_CWD"] ?? process.cwd(), file);
}

/** A progress line that overwrites itself. Does nothing if stderr is not a terminal. */
export function createProgressLine(): { readonly show: (text: string) => void; readonly clear: () => void } {
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

/** Shows how much of a file has been read, in percent. */
export function createPercentReporter(file: string, show: (text: string) => void, label: string) {
  const totalBytes = Math.max(statSync(file).size, 1);
  return (bytes: number) => show(`${label}: ${Math.min(Math.floor((100 * bytes) / totalBytes), 100)} %`);
}

export const formatMegabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs a command. A signal aborts it, and it undoes what it has started.
 * The exit code is 0, 1 with a one-line reason, or 128 plus the signal's number.
 */
export async function runCommand(
  work: (signal: AbortSignal, progress: ReturnType<typeof createProgressLine>) => Promise<void>,
  { file, storage }: { readonly file: string; readonly storage: StorageSettings },
): Promise<void> {
  const stop = new AbortController();
  const progress = createProgressLine();
  for (const [name, code] of Object.entries(signals))
    process.on(name, () => {
      process.exitCode = code;
      stop.abort(new CommandError("Stopped"));
    });
  try {
    await work(stop.signal, progress);
    progress.clear();
  } catch (error) {
    progress.clear();
    process.exitCode ??= 1;
    console.error(`${formatCommandError(stop.signal.aborted ? stop.signal.reason : error, file, storage)}.`);
  }
  // Does not wait for threads that never end.
  process.exit();
}

const knownErrors = [
  FileLimitError,
  CommandError,
  InvalidBackupError,
  NotEmptyError,
  FileExistsError,
  SecretKeyError,
];

function formatCommandError(error: unknown, file: string, { dataDir, databaseUrl }: StorageSettings): string {
  if (knownErrors.some((errorClass) => error instanceof errorClass)) return (error as Error).message;
  if (error instanceof FolderInUseError)
    return `DATA_DIR ${dataDir} is in use: a server runs on it. Stop it, or set DATA_DIR to another folder`;
  const { code = "", path: failedPath } = error as NodeJS.ErrnoException;
  if (failedPath !== undefined && path.resolve(failedPath).startsWith(file))
    return `${file}: ${describeCode(code)}`;
  if (databaseUrl && (isDatabaseUnavailable(error) || hasSocketError(error) || getSqlState(error)))
    return `DATABASE_URL: the database cannot be used: ${getRootCauseMessage(error)}`;
  if (code === "ENOSPC" || getSqlState(error) === "53100") return `DATA_DIR ${dataDir}: no room on the disk`;
  if (/^E[A-Z]+$/.test(code)) return `DATA_DIR ${dataDir}: ${describeCode(code)}`;
  return formatErrorForLog(error);
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
const describeCode = (code: string) => lookUp(reasons, code) ?? code;

/** The driver's message, without the statement and its values in the wrapping errors. */
function getRootCauseMessage(error: unknown): string {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  return at instanceof Error ? (at.message.split("\n")[0] ?? at.name) : String(at);
}
