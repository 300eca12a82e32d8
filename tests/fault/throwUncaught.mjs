import { existsSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded into the server: once the file that UNCAUGHT names is there, something fails that nobody catches, several times.
if (isMainThread)
  setInterval(() => {
    if (!existsSync(process.env.UNCAUGHT ?? "")) return;
    if (process.env.UNCAUGHT_KIND === "rejection") void Promise.reject(new Error("Nobody awaits this"));
    else throw new Error("Nobody catches this");
  }, 20);
