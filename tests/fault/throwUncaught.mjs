import { existsSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded by --import into the server. Once the file UNCAUGHT exists, throws or rejects without a handler every 20 ms.
if (isMainThread)
  setInterval(() => {
    if (!existsSync(process.env.UNCAUGHT ?? "")) return;
    if (process.env.UNCAUGHT_KIND === "rejection") void Promise.reject(new Error("Nobody awaits this"));
    else throw new Error("Nobody catches this");
  }, 20);
