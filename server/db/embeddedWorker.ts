import fs, { chmodSync, constants, cpSync, statSync } from "node:fs";
import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import type { SerializedError, WorkerInput, WorkerRequest } from "./embeddedProtocol.ts";
import { ensureFolder } from "./ensureFolder.ts";

interface OpenFile {
  readonly nfd?: number;
}
interface FileSystemHooks {
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
}
interface WasmModule {
  readonly NODEFS?: FileSystemHooks;
  readonly FS: { readonly filesystems?: { readonly NODEFS?: FileSystemHooks } };
}
interface EmscriptenOptions {
  preRun?: ((module: WasmModule) => void)[];
}

/**
 * PGlite's files on disk with a real fsync: its own file system has none, so a commit would not survive a power
 * failure. Uses internals of the exact PGlite version that is pinned.
 */
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const initialized = await super.init(...args);
    // Cast: the hooks of the WASM module are not in PGlite's types.
    const options = initialized.emscriptenOpts as unknown as EmscriptenOptions;
    options.preRun = [...(options.preRun ?? []), addFsync];
    return initialized;
  }
}

function addFsync(module: WasmModule): void {
  const files = module.NODEFS ?? module.FS.filesystems?.NODEFS;
  if (!files) throw new Error("This PGlite has no NODEFS to make durable");
  files.stream_ops.fsync = (file) => {
    if (typeof file.nfd === "number") fs.fsyncSync(file.nfd);
    return 0;
  };
}

/** Start parameters that make the database wait for fsync; fdatasync is a no-op here. */
function toDurableParams(defaults: readonly string[]): string[] {
  const params = defaults.filter((param) => param !== "-F");
  return [...params, "-c", "wal_sync_method=fsync"];
}

const keepText = (value: string) => value;
// Like node-postgres under drizzle: instants, dates and int8 stay text, and the columns map them.
const parsers = Object.fromEntries(
  [
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.INTERVAL,
    types.DATE,
    types.INT8,
    1016,
    1115,
    1182,
    1185,
    1187,
    1231,
  ].map((oid) => [oid, keepText]),
);

/** The library's own codec converts byte by byte through text: a second of work for a file of 10 MB. */
const byteaCodec = {
  parse: (hex: string) => Buffer.from(hex.slice(2), "hex"),
  serialize: (value: Uint8Array) =>
    `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`,
};

/** Cast: the library only calls `arrayBuffer`, for which a real Blob would copy all bytes. */
const toBlob = (buffer: SharedArrayBuffer) =>
  ({ type: "", arrayBuffer: () => Promise.resolve(buffer) }) as unknown as Blob;

/** File system error numbers of the WASM program. */
const errnoCodes = new Map([
  [2, "EACCES"],
  [19, "EDQUOT"],
  [33, "EMFILE"],
  [41, "ENFILE"],
  [51, "ENOSPC"],
  [63, "EPERM"],
  [69, "EROFS"],
]);

const { folder, image, program } = workerData as WorkerInput;
/** How much log is replayed after a kill at most, and about half of what its files take, bytes. */
const maxLogBytes = 64 * 1024 * 1024;
const startParams = [
  ...PGlite.defaultStartParams,
  // A quarter of the usual shared memory, because all of it is written once at every start.
  "-c",
  "shared_buffers=32MB",
  // Log files that are no longer needed are kept for reuse up to this size; by default a gigabyte.
  "-c",
  "min_wal_size=64MB",
  "-c",
  "max_wal_size=128MB",
];
const inMemory: PGliteOptions = {
  dataDir: "memory://",
  startParams,
  extensions: { pg_trgm },
  ...(image ? { loadDataDir: toBlob(image) } : {}),
  ...(program ? { pgliteWasmModule: program } : {}),
};
function toDiskOptions(path: string): PGliteOptions {
  // All users of the machine can read the library's files, so their folder is restricted, also one of an older build.
  ensureFolder(path);
  if (statSync(path).uid === process.getuid?.()) chmodSync(path, 0o700);
  return { fs: new DurableFiles(path), startParams: toDurableParams(startParams), extensions: { pg_trgm } };
}
/** PostgreSQL's last error line: the thrown error does not contain why it does not start. */
let lastErrorMessage = "";
const onStderr = (line: string) => {
  lastErrorMessage = /(?:FATAL|PANIC|ERROR): +(.*)/.exec(line)?.[1] ?? lastErrorMessage;
  return false;
};

const database = await PGlite.create({
  ...(folder === null ? inMemory : toDiskOptions(folder)),
  onStderr,
}).catch((error: unknown) => {
  const {
    errno,
    message,
    code = errnoCodes.get(Number(errno)),
  } = error as SerializedError & { errno?: number };
  const reason = lastErrorMessage || message || code || String(error);
  parentPort?.postMessage({ n: 0, error: { message: reason, ...(code ? { code } : {}) } });
  return process.exit(1);
});
// Set once: as query options they would be merged with the library's three hundred each time.
Object.assign(database.parsers, parsers, { [types.BYTEA]: byteaCodec.parse });
Object.assign(database.serializers, { [types.BYTEA]: byteaCodec.serialize });
await database.exec("set timezone to 'UTC'");

async function handleRequest(request: WorkerRequest): Promise<unknown> {
  switch (request.type) {
    case "query": {
      const { rows } = await database.query(request.sql, [...request.params], {
        rowMode: request.rowMode,
      });
      return { rows };
    }
    case "exec":
      return database.exec(request.sql);
    case "checkpoint":
      return checkpointIfGrown();
    case "image":
      return (await database.dumpDataDir("none")).bytes();
    case "copy":
      return copyTo(request.folder);
    case "close":
      return database.close();
  }
}

/** PGlite has no process that does this: without it the log grows, on disk or in memory, until the database is closed. */
async function checkpointIfGrown(): Promise<void> {
  const { rows } = await database.query<{ bytes: string }>(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::text as bytes from pg_control_checkpoint()`);
  if (Number(rows[0]?.bytes) > maxLogBytes) await database.exec("checkpoint");
}

/** Nothing else runs in this thread meanwhile, so the files do not change and contain everything committed. */
async function copyTo(target: string): Promise<void> {
  if (folder === null) throw new Error("A database in memory has no files to copy");
  await database.exec("checkpoint");
  const { rows } = await database.query<{ first: string; last: string }>(`
    select pg_walfile_name(redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last
    from pg_control_checkpoint()`);
  const [{ first = "", last = "" } = {}] = rows;
  // Skips WAL segments before the checkpoint and preallocated ones: up to a gigabyte without content.
  const isNeeded = (file: string) => {
    const name = path.basename(file);
    return !/^[0-9A-F]{24}$/.test(name) || (name >= first && name <= last);
  };
  cpSync(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isNeeded });
}

function serializeError(error: unknown): SerializedError {
  const { message, code, constraint, table, column, detail } = error as SerializedError;
  return Object.fromEntries(
    Object.entries({ message, code, constraint, table, column, detail }).filter(([, value]) => value),
  ) as unknown as SerializedError;
}

async function respond(request: WorkerRequest): Promise<void> {
  try {
    const result = await handleRequest(request);
    parentPort?.postMessage({ n: request.n, result });
  } catch (error) {
    parentPort?.postMessage({ n: request.n, error: serializeError(error) });
    // The WASM program crashed, for example on a full disk: it does not reply until the database is opened again.
    if (error instanceof Error && error.name === "RuntimeError") process.exit(1);
  }
}

parentPort?.on("message", (request: WorkerRequest) => void respond(request));
parentPort?.postMessage({ n: 0, result: null });
