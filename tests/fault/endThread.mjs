import { existsSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded into the server: ends the database's thread once the file that END_THREAD names is there.
if (!isMainThread) setInterval(() => existsSync(process.env.END_THREAD ?? "") && process.exit(1), 20);
