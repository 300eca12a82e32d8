import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { DurableFiles, durableParams } from "./durableFiles.ts";
import type { PlainFault, Question, WorkerInput } from "./embeddedProtocol.ts";

const asText = (value: string) => value;
// As node-postgres has them under drizzle: instants, dates and int8 stay text, and columns map them.
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
  ].map((oid) => [oid, asText]),
);

/** The library's own go byte by byte through text: a second of work for a file of 10 MB. */
const bytes = {
  parse: (hex: string) => Buffer.from(hex.slice(2), "hex"),
  serialize: (value: Uint8Array) =>
    `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`,
};

/** Seam: of a file the library takes all the bytes, which a real one would copy piece by piece. */
const asFile = (buffer: SharedArrayBuffer) =>
  ({ type: "", arrayBuffer: () => Promise.resolve(buffer) }) as unknown as Blob;

const { folder, image, program } = workerData as WorkerInput;
/** A quarter of the usual memory, all of which is written once at every start. */
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];
const inMemory: PGliteOptions = {
  dataDir: "memory://",
  startParams,
  extensions: { pg_trgm },
  ...(image ? { loadDataDir: asFile(image) } : {}),
  ...(program ? { pgliteWasmModule: program } : {}),
};
const onDisk = (path: string): PGliteOptions => ({
  fs: new DurableFiles(path),
  startParams: durableParams(startParams),
  extensions: { pg_trgm },
});
const database = await PGlite.create(folder === null ? inMemory : onDisk(folder));
// Once: given with a query, each would copy the library's three hundred beside them.
Object.assign(database.parsers, parsers, { [types.BYTEA]: bytes.parse });
Object.assign(database.serializers, { [types.BYTEA]: bytes.serialize });
await database.exec("set timezone to 'UTC'");

async function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case "query": {
      const { rows } = await database.query(question.sql, [...question.params], {
        rowMode: question.rowMode,
      });
      return { rows };
    }
    case "exec":
      return database.exec(question.sql);
    case "image":
      return (await database.dumpDataDir("none")).bytes();
    case "close":
      return database.close();
  }
}

function plain(fault: unknown): PlainFault {
  const { message, code, constraint, table, column, detail } = fault as PlainFault;
  return Object.fromEntries(
    Object.entries({ message, code, constraint, table, column, detail }).filter(([, value]) => value),
  ) as unknown as PlainFault;
}

async function reply(question: Question): Promise<void> {
  try {
    const result = await answer(question);
    parentPort?.postMessage({ n: question.n, result });
  } catch (fault) {
    parentPort?.postMessage({ n: question.n, fault: plain(fault) });
    // The database itself broke down, of a full disk for one: it answers nothing more until it is opened again.
    if (fault instanceof Error && fault.name === "RuntimeError") process.exit(1);
  }
}

parentPort?.on("message", (question: Question) => void reply(question));
parentPort?.postMessage({ n: 0, result: null });
