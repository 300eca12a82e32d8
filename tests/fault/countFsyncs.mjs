import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

// Loaded into the server and its database thread by --import: every fsync adds one byte to a file.
const tally = process.env.FSYNC_TALLY;
if (tally) {
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    fs.appendFileSync(tally, ".");
  };
  syncBuiltinESMExports();
}
