import { type FileHandle, open } from "node:fs/promises";

/** A file that is being written and can be read from its beginning meanwhile. */
export interface GrowingFile {
  readonly bytes: () => number;
  readonly append: (chunk: Uint8Array) => Promise<void>;
  /** It is whole, and safe on the disk. */
  readonly sync: () => Promise<void>;
  /** Readers come to their end. */
  readonly finish: () => void;
  /** It stays incomplete: readers fail with this. */
  readonly breakOff: (fault: unknown) => Promise<void>;
  /** All of it, waiting for what is still to come; fails where the writing does. */
  readonly read: () => AsyncGenerator<Uint8Array>;
  /** Whether somebody reads or is still to begin to, and so is told of a fault. */
  readonly isRead: () => boolean;
}

const chunkLength = 65_536;

/**
 * Begins a file that only the server's own user can read; throws where there is no room or right for it.
 * @param awaited whether a first reader is about to begin
 */
export async function growingFile(path: string, awaited: boolean): Promise<GrowingFile> {
  const handle = await open(path, "w", 0o600);
  let bytes = 0;
  let readers = 0;
  let first = awaited;
  let end: "whole" | { readonly fault: unknown } | null = null;
  let more = Promise.withResolvers<void>();
  const brokenBy = () => (typeof end === "object" ? end : null);
  const tell = () => {
    more.resolve();
    more = Promise.withResolvers<void>();
  };
  return {
    bytes: () => bytes,
    append: async (chunk) => {
      await handle.writeFile(chunk);
      bytes += chunk.length;
      tell();
    },
    sync: async () => {
      await handle.sync();
      await handle.close();
    },
    finish: () => {
      end = "whole";
      tell();
    },
    breakOff: async (fault) => {
      end = { fault };
      tell();
      await handle.close().catch(() => undefined);
    },
    isRead: () => first || readers > 0,
    read: async function* () {
      first = false;
      // What broke off is there no longer.
      const broken = brokenBy();
      if (broken) throw broken.fault;
      readers++;
      let own: FileHandle | null = null;
      try {
        own = await open(path, "r").catch((fault: unknown) => {
          throw brokenBy()?.fault ?? fault;
        });
        for (let at = 0; ; ) {
          const grown = more.promise;
          const chunk = Buffer.allocUnsafe(chunkLength);
          const { bytesRead } = await own.read(chunk, 0, chunkLength, at);
          if (bytesRead > 0) {
            at += bytesRead;
            yield chunk.subarray(0, bytesRead);
            continue;
          }
          const fault = brokenBy();
          if (fault) throw fault.fault;
          if (end === null) await grown;
          else if (at >= bytes) return;
        }
      } finally {
        readers--;
        await own?.close();
      }
    },
  };
}
