import { type FileHandle, open, rm } from "node:fs/promises";

/** A file that can be read from the start while it is being written. */
export interface TailableFile {
  readonly bytes: () => number;
  readonly append: (chunk: Uint8Array) => Promise<void>;
  /** Flushes the complete file to the disk and closes it. */
  readonly sync: () => Promise<void>;
  /** Lets readers reach the end. */
  readonly finish: () => void;
  /** Removes the finished file as soon as nobody reads it. */
  readonly removeOnceRead: () => Promise<void>;
  /** Leaves the file incomplete; readers fail with this error. */
  readonly abort: (error: unknown) => Promise<void>;
  /** Reads the whole file, waiting until it is finished; fails if writing fails. */
  readonly read: () => AsyncGenerator<Uint8Array>;
  /** Whether a reader is active or about to start, and so receives an error. */
  readonly hasReader: () => boolean;
}

const chunkLength = 65_536;

/**
 * Creates a file that only the server's user can read.
 * @param isReaderExpected whether a first reader is about to start
 */
export async function createTailableFile(path: string, isReaderExpected: boolean): Promise<TailableFile> {
  const handle = await open(path, "w", 0o600);
  let bytes = 0;
  let readers = 0;
  let isFirstReaderPending = isReaderExpected;
  let end: "complete" | { readonly error: unknown } | null = null;
  let growthSignal = Promise.withResolvers<void>();
  let isWanted = true;
  const hasReader = () => isFirstReaderPending || readers > 0;
  const removeIfUnread = async () => {
    if (!isWanted && !hasReader()) await rm(path, { force: true });
  };
  const getFailure = () => (typeof end === "object" ? end : null);
  const notifyReaders = () => {
    growthSignal.resolve();
    growthSignal = Promise.withResolvers<void>();
  };
  return {
    bytes: () => bytes,
    append: async (chunk) => {
      await handle.writeFile(chunk);
      bytes += chunk.length;
      notifyReaders();
    },
    sync: async () => {
      await handle.sync();
      await handle.close();
    },
    finish: () => {
      end = "complete";
      notifyReaders();
    },
    abort: async (error) => {
      end = { error };
      notifyReaders();
      await handle.close().catch(() => undefined);
    },
    removeOnceRead: async () => {
      isWanted = false;
      await removeIfUnread();
    },
    hasReader,
    read: async function* () {
      isFirstReaderPending = false;
      // The file of a failed export is removed.
      const failure = getFailure();
      if (failure) throw failure.error;
      readers++;
      let readHandle: FileHandle | null = null;
      try {
        readHandle = await open(path, "r").catch((error: unknown) => {
          throw getFailure()?.error ?? error;
        });
        for (let at = 0; ; ) {
          const growth = growthSignal.promise;
          const chunk = Buffer.allocUnsafe(chunkLength);
          const { bytesRead } = await readHandle.read(chunk, 0, chunkLength, at);
          if (bytesRead > 0) {
            at += bytesRead;
            yield chunk.subarray(0, bytesRead);
            continue;
          }
          const currentFailure = getFailure();
          if (currentFailure) throw currentFailure.error;
          if (end === null) await growth;
          else if (at >= bytes) return;
        }
      } finally {
        readers--;
        await readHandle?.close();
        await removeIfUnread();
      }
    },
  };
}
