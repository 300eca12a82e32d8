import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { npmStart } from "../running/npmStart.ts";
import { portToKeep } from "../running/portToKeep.ts";
import { temporaryFolder } from "../running/temporaryFolder.ts";

const checkout = path.resolve(import.meta.dirname, "../..");

it("a clean clone starts with one command, stops on Ctrl+C, and makes nothing twice", async () => {
  using folder = temporaryFolder("clean-clone");
  const clone = path.join(folder.at, "console");
  execFileSync("git", ["clone", "--quiet", checkout, clone]);
  const port = await portToKeep();

  await using first = npmStart({ cwd: clone, port });
  await first.pageAnswers(300_000);
  expect(first.output()).toContain(`:${port}`);
  expect(first.output()).toContain("Aerial@2026");
  await first.interrupt();
  expect(first.left()).toEqual([]);

  await using again = npmStart({ cwd: clone, port });
  await again.pageAnswers(60_000);
  await again.interrupt();
  expect(again.left()).toEqual([]);
  expect(again.output()).not.toMatch(/Installing|Building/);

  expect(existsSync(path.join(clone, "data"))).toBe(true);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" })).toBe("");
});
