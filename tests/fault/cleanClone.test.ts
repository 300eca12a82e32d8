import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { reservePort } from "../process/reservePort.ts";
import { runNpmStart } from "../process/runNpmStart.ts";

const checkout = path.resolve(import.meta.dirname, "../..");

interface Start {
  readonly cwd: string;
  readonly dataDir?: string;
}

/** Starts twice. Returns what the first printed; the second must neither install nor build. */
async function startTwice(start: Start): Promise<string> {
  const port = await reservePort();
  await using first = runNpmStart({ ...start, port });
  await first.waitForPage(500_000);
  expect(first.output()).toContain(`:${port}`);
  expect(first.output()).toContain("Aerial@2026");
  await first.interrupt();
  expect(first.listRemaining()).toEqual([]);

  await using again = runNpmStart({ ...start, port });
  await again.waitForPage(300_000);
  await again.interrupt();
  expect(again.listRemaining()).toEqual([]);
  expect(again.output()).not.toMatch(/Installing|Building/);
  return first.output();
}

// CI runs this in a clean clone, which was installed and built by the same functions.
it("this checkout starts with one command without data, stops on Ctrl+C, and starts again", async () => {
  using folder = createTemporaryFolder("first-start");
  expect(await startTwice({ cwd: checkout, dataDir: path.join(folder.path, "data") })).not.toMatch(
    /Installing|Building/,
  );
});

it("a clean clone starts with one command, stops on Ctrl+C, and starts again without installing or building", {
  tags: ["full"],
}, async () => {
  using folder = createTemporaryFolder("clean-clone");
  const clone = path.join(folder.path, "console");
  execFileSync("git", ["clone", "--quiet", checkout, clone]);
  expect(await startTwice({ cwd: clone })).toMatch(/Installing[^]*Building/);
  expect(existsSync(path.join(clone, "data"))).toBe(true);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" })).toBe("");
});
