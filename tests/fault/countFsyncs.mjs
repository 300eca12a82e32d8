import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded by --import into the server and its database thread. Appends one byte to the FSYNC_TALLY file per fsync.
const tally = process.env.FSYNC_TALLY;
if (tally) {
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    fs.appendFileSync(tally, ".");
  };
  syncBuiltinESMExports();
}
