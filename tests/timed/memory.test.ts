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
it("a first start takes at most 770 MB while it seeds, 950 MB until it answers, and 420 MB at rest", async () => {
  await using data = await mkdtempDisposable(path.join(tmpdir(), "memory-"));
  await using server = spawnServer({ dataDir: data.path, asStarted: true });
  let whileSeeding = 0;
  let peak = 0;
  while (!server.output().includes("Aerial Console is at")) {
    const now = readResidentMb(server.pid);
    if (readChildren(server.pid).length > 0) whileSeeding = Math.max(whileSeeding, now);
    peak = Math.max(peak, now);
    await waitMs(100);
  }
  expect(whileSeeding).toBeGreaterThan(200);
  expect(whileSeeding).toBeLessThan(770);
  expect(peak).toBeLessThan(950);
  await waitMs(15_000);
  expect(readResidentMb(server.pid)).toBeLessThan(420);
});
