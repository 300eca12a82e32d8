import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded by --import into the server and its database thread. While the file FULL_DISK exists, no file can grow, as on
// a full disk. Existing bytes can be overwritten. A budget of 256 KiB covers the files that PostgreSQL deletes and
// rewrites at its start (postmaster.pid, pg_internal.init).
const flagFile = process.env.FULL_DISK;
let remainingBytes = 256 * 1024;
if (flagFile) {
  const { writeSync } = fs;
  /** @type {(descriptor: number, buffer: NodeJS.ArrayBufferView, offset: number, length: number, position: number) => number} */
  const writeWithin = (descriptor, buffer, offset, length, position) => {
    if (typeof position === "number" && fs.existsSync(flagFile)) {
      const growth = Math.max(0, position + length - fs.fstatSync(descriptor).size);
      remainingBytes -= growth;
      if (growth > 0 && remainingBytes < 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), {
          code: "ENOSPC",
          errno: -28,
          syscall: "write",
        });
    }
    return writeSync(descriptor, buffer, offset, length, position);
  };
  Object.assign(fs, { writeSync: writeWithin });
  syncBuiltinESMExports();
}
