import { Worker } from "node:worker_threads";
import { RecordingError } from "../replay/recordedFlight.ts";
import type { BuiltImport } from "./buildImport.ts";
import type { ImportReply, ImportRequest } from "./importProtocol.ts";

/** The thread's source; next to a bundled server, its bundle. */
const workerFile = import.meta.url.endsWith(".ts") ? "./importWorker.ts" : "./importWorker.js";

/** What one recording may take. */
interface ImportLimits {
  readonly heapMb: number;
  readonly timeMs: number;
}

/** The objects of a GPX file of 50 MB take about 1 GB, and some 20 s. */
const usualLimits: ImportLimits = { heapMb: 2_048, timeMs: 180_000 };

/** Recordings that are read or wait at most: each holds its file in memory. */
export const maxWaitingImports = 8;

/** Thrown where too many recordings wait to be read. */
export class ImportQueueFullError extends Error {
  override readonly name = "ImportQueueFullError";
}

let lastImport: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Reads a recording in a thread of its own: 50 MB take seconds, in which the server must keep ticking. One recording
 * at a time, for its memory.
 * @throws RecordingError for a file that is no recording, is damaged, holds no sample or exceeds the limits
 * @throws ImportQueueFullError where too many wait
 */
export async function runImport(request: ImportRequest, limits = usualLimits): Promise<BuiltImport> {
  if (waiting >= maxWaitingImports) throw new ImportQueueFullError("Too many recordings wait to be read");
  waiting++;
  const reading = lastImport
    .then(() => readInThread(request, limits))
    .finally(() => {
      waiting--;
    });
  lastImport = reading.catch(() => undefined);
  return reading;
}

function readInThread(request: ImportRequest, { heapMb, timeMs }: ImportLimits): Promise<BuiltImport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const rejectTooLarge = (reason: string) =>
      reject(new RecordingError(`${request.fileName}: ${reason}`, { fault: "tooLarge" }));
    const timer = setTimeout(() => {
      rejectTooLarge(`not read within ${timeMs} ms`);
      void worker.terminate();
    }, timeMs);
    worker.on("message", (reply: ImportReply) => {
      if ("built" in reply) resolve(reply.built);
      else reject(new RecordingError(reply.message, { fault: reply.fault }));
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") rejectTooLarge(`exceeds ${heapMb} MB of memory`);
      else reject(error);
    });
    worker.on("exit", () => {
      clearTimeout(timer);
      reject(new Error("The thread that reads a recording has ended"));
    });
  });
}
