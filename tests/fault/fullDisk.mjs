import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded into the server and its database thread by --import: while the file that FULL_DISK names is there, no file
// grows, as on a disk without a free block. What a file holds already can be overwritten; and what PostgreSQL removes at
// its start and writes anew (postmaster.pid, pg_internal.init) finds the room that it has given back.
const sign = process.env.FULL_DISK;
let givenBack = 256 * 1024;
if (sign) {
  const { writeSync } = fs;
  /** @type {(descriptor: number, buffer: NodeJS.ArrayBufferView, offset: number, length: number, position: number) => number} */
  const writeWithin = (descriptor, buffer, offset, length, position) => {
    if (typeof position === "number" && fs.existsSync(sign)) {
      const growth = Math.max(0, position + length - fs.fstatSync(descriptor).size);
      givenBack -= growth;
      if (growth > 0 && givenBack < 0)
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
