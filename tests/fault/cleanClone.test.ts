import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { reservePort } from "../process/reservePort.ts";
import { runNpmStart } from "../process/runNpmStart.ts";

const checkout = path.resolve(import.meta.dirname, "../..");

it("a clean clone starts with one command, stops on Ctrl+C, and starts again without installing or building", async () => {
  using folder = createTemporaryFolder("clean-clone");
  const clone = path.join(folder.path, "console");
  execFileSync("git", ["clone", "--quiet", checkout, clone]);
  const port = await reservePort();

  await using first = runNpmStart({ cwd: clone, port });
  await first.waitForPage(300_000);
  expect(first.output()).toContain(`:${port}`);
  expect(first.output()).toContain("Aerial@2026");
  await first.interrupt();
  expect(first.listRemaining()).toEqual([]);

  await using again = runNpmStart({ cwd: clone, port });
  await again.waitForPage(60_000);
  await again.interrupt();
  expect(again.listRemaining()).toEqual([]);
  expect(again.output()).not.toMatch(/Installing|Building/);

  expect(existsSync(path.join(clone, "data"))).toBe(true);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" })).toBe("");
});
