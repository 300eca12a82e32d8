import fs from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

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
 * PGlite's files on disk with a real fsync: its own file system has none, so that a commit would not
 * survive a loss of power. It reaches into internals of the exact PGlite version that is pinned.
 */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const initialized = await super.init(...args);
    // Seam: the hooks of the WASM module are not in PGlite's types.
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
export function durableParams(defaults: readonly string[]): string[] {
  const params = defaults.filter((param) => param !== "-F");
  return [...params, "-c", "wal_sync_method=fsync"];
}
