import { readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { spawnServer } from "../process/serverProcess.ts";

const readOr = (file: string, otherwise: string) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
};

const readChildren = (pid: number): readonly string[] =>
  readOr(`/proc/${pid}/task/${pid}/children`, "").split(" ").filter(Boolean);

/** Resident memory of the process and its children, MB; those that have ended count nothing. */
function readResidentMb(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+)/.exec(readOr(`/proc/${pid}/status`, ""))?.[1] ?? 0) / 1_024;
  return readChildren(pid).reduce((sum, child) => sum + readResidentMb(Number(child)), own);
}

const waitMs = (ms: number) => new Promise((later) => setTimeout(later, ms));

// docs/operations.md says what was measured; the limits have a sixth of air.
it("a first start takes at most 950 MB until it answers, and 420 MB at rest", async () => {
  await using data = await mkdtempDisposable(path.join(tmpdir(), "memory-"));
  await using server = spawnServer({ dataDir: data.path, asStarted: true });
  let peak = 0;
  let mostProcesses = 0;
  while (!server.output().includes("Aerial Console is at")) {
    peak = Math.max(peak, readResidentMb(server.pid));
    mostProcesses = Math.max(mostProcesses, 1 + readChildren(server.pid).length);
    await waitMs(100);
  }
  // The demo data are created beside the server.
  expect(mostProcesses).toBe(2);
  expect(peak).toBeLessThan(950);
  await waitMs(15_000);
  expect(readResidentMb(server.pid)).toBeLessThan(420);
});
