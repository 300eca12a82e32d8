import { Worker } from "node:worker_threads";
import type { CellValue } from "hucre/xlsx";
import type { ZoneCrsName, ZoneImportReport } from "../../adapters/contract/zoneEdit.ts";
import { RefusalError } from "../errors.ts";

/** What a file is read for, with what comes of it. */
export interface FileJobs {
  /** A GeoJSON, KML or KMZ file of zones, or its text; `width` of corridors in metres. */
  readonly zones: {
    readonly request: {
      readonly file: string | Uint8Array;
      readonly width: number;
      readonly crs: ZoneCrsName;
    };
    readonly result: ZoneImportReport;
  };
  /** The rows of the first sheet of an Excel file, the first `maxRows`. */
  readonly sheet: {
    readonly request: { readonly bytes: Uint8Array; readonly maxRows: number };
    readonly result: readonly (readonly CellValue[])[];
  };
  /** The rows of a CSV file in UTF-8 or GB18030, the first `maxRows`. */
  readonly csv: {
    readonly request: { readonly bytes: Uint8Array; readonly maxRows: number };
    readonly result: readonly (readonly string[])[];
  };
}
export type FileJobKind = keyof FileJobs;

/** What the thread is started with. */
export type FileRequest = {
  readonly [K in FileJobKind]: { readonly kind: K } & FileJobs[K]["request"];
}[FileJobKind];

/** The one message of the thread; `refused`: the file cannot be read, with a sentence where there is a better one. */
export type FileReply = { readonly result: unknown } | { readonly refused: string | null };

/** The thread's source; next to a bundled server, its bundle. */
const workerFile = import.meta.url.endsWith(".ts") ? "./fileWorker.ts" : "./fileWorker.js";

/** What one file may take: 5 MB of zones or cells are read in two seconds, with 200 MB. */
const usualLimits = { heapMb: 512, timeMs: 20_000 } as const;

/** Files that are read or wait at most. */
const maxWaiting = 8;

let lastRead: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Reads a file of a user in a thread of its own, so that the server goes on for everybody else. One file at a time.
 * @param damaged what to say of a file that cannot be read
 * @throws RefusalError with that sentence, a better one, or one about the limits
 */
export async function readFile<K extends FileJobKind>(
  kind: K,
  request: FileJobs[K]["request"],
  damaged: string,
  limits: { readonly heapMb: number; readonly timeMs: number } = usualLimits,
): Promise<FileJobs[K]["result"]> {
  if (waiting >= maxWaiting) throw new RefusalError("正在读取的文件太多，请稍后再试");
  waiting += 1;
  const reading = lastRead
    .then(() => readInThread({ kind, ...request } as FileRequest, damaged, limits))
    .finally(() => {
      waiting -= 1;
    });
  lastRead = reading.catch(() => undefined);
  // Cast: the worker returns the result of the kind that it was asked for.
  return (await reading) as FileJobs[K]["result"];
}

function readInThread(
  request: FileRequest,
  damaged: string,
  { heapMb, timeMs }: { readonly heapMb: number; readonly timeMs: number },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(workerFile, import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const refuse = (message: string) => reject(new RefusalError(message));
    const tooComplex = "文件内容过于复杂，无法读取，请简化或拆分后再导入";
    const timer = setTimeout(() => {
      refuse(tooComplex);
      void worker.terminate();
    }, timeMs);
    worker.on("message", (reply: FileReply) => {
      if ("result" in reply) resolve(reply.result);
      else refuse(reply.refused ?? damaged);
    });
    worker.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ERR_WORKER_OUT_OF_MEMORY" ? refuse(tooComplex) : reject(error),
    );
    worker.on("exit", () => {
      clearTimeout(timer);
      reject(new Error("The thread that reads a file has ended"));
    });
  });
}
