import { existsSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded by --import into the server. Ends the database thread once the file END_THREAD exists.
if (!isMainThread) setInterval(() => existsSync(process.env.END_THREAD ?? "") && process.exit(1), 20);
