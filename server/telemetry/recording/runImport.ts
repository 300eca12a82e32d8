import { Worker } from "node:worker_threads";
import type { BuiltImport } from "./buildImport.ts";
import { RecordingError } from "./formats/recordedFlight.ts";
import type { ImportReply, ImportRequest } from "./importProtocol.ts";

/** The thread's source; next to a bundled server, its bundle. */
const workerFile = import.meta.url.endsWith(".ts") ? "./importWorker.ts" : "./importWorker.js";

/** What one recording may take. */
interface ImportLimits {
  readonly heapMb: number;
  readonly timeMs: number;
}

/** The objects of a GPX file of 50 MB take about 1 GB. */
const heapMb = 2_048;

/** 50 MB take some 20 s on a quiet machine: a small file must not hold up those that wait for as long as a large one. */
const getLimits = (bytes: number): ImportLimits => ({
  heapMb,
  timeMs: 30_000 + 3_000 * (bytes / 1024 / 1024),
});

/**
 * Reads a recording in a thread of its own: 50 MB take seconds, in which the server must keep ticking.
 * @param bytes size of the file
 * @param signal ends the reading; its reason is thrown
 * @throws RecordingError for a file that is no recording, is damaged, holds no sample or exceeds the limits
 */
export function runImport(
  request: ImportRequest,
  { bytes, signal }: { readonly bytes: number; readonly signal: AbortSignal },
  { heapMb: maxHeapMb, timeMs } = getLimits(bytes),
): Promise<BuiltImport> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const rejectTooLarge = (reason: string) =>
      reject(new RecordingError(`${request.fileName}: ${reason}`, { fault: "tooLarge" }));
    const timer = setTimeout(() => {
      rejectTooLarge(`not read within ${timeMs} ms`);
      void worker.terminate();
    }, timeMs);
    const abort = () => {
      reject(signal.reason);
      void worker.terminate();
    };
    signal.addEventListener("abort", abort);
    worker.on("message", (reply: ImportReply) => {
      if ("built" in reply) resolve(reply.built);
      else reject(new RecordingError(reply.message, reply));
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") rejectTooLarge(`exceeds ${maxHeapMb} MB of memory`);
      else reject(error);
    });
    worker.on("exit", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      reject(new Error("The thread that reads a recording has ended"));
    });
  });
}
