import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/**
 * Preloaded into the server's process by `eventLoop.test.ts`: appends the longest turn of its main thread, in ms of CPU
 * time, to the file TURN_PROBE ten times a second. CPU time does not count what other processes take.
 */
const stepMs = 2;
const writeEveryMs = 100;

if (isMainThread) {
  const file = process.env["TURN_PROBE"] ?? "";
  let last = process.threadCpuUsage();
  let longestMs = 0;
  let writtenAt = 0;
  setInterval(() => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (now.user + now.system - last.user - last.system) / 1_000);
    last = now;
    if (performance.now() - writtenAt < writeEveryMs) return;
    writtenAt = performance.now();
    appendFileSync(file, `${longestMs}\n`);
    longestMs = 0;
  }, stepMs).unref();
}
