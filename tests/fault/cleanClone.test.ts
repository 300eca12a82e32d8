import { execFileSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { reservePort } from "../process/reservePort.ts";
import { runNpmStart } from "../process/runNpmStart.ts";

const checkout = path.resolve(import.meta.dirname, "../..");

/** Both install nothing at the second start; only the full run installs at the first. */
const variants = [
  { name: "with the packages of this checkout", tags: [], isLinked: true },
  { name: "that installs its packages", tags: ["full"], isLinked: false },
];

for (const { name, tags, isLinked } of variants)
  it(`a clean clone ${name} starts with one command, stops on Ctrl+C, and starts again without installing or building`, {
    tags,
  }, async () => {
    using folder = createTemporaryFolder("clean-clone");
    const clone = path.join(folder.path, "console");
    execFileSync("git", ["clone", "--quiet", checkout, clone]);
    if (isLinked) symlinkSync(path.join(checkout, "node_modules"), path.join(clone, "node_modules"));
    const port = await reservePort();

    await using first = runNpmStart({ cwd: clone, port });
    await first.waitForPage(500_000);
    expect(first.output()).toContain(`:${port}`);
    expect(first.output()).toContain("Aerial@2026");
    await first.interrupt();
    expect(first.listRemaining()).toEqual([]);

    await using again = runNpmStart({ cwd: clone, port });
    await again.waitForPage(300_000);
    await again.interrupt();
    expect(again.listRemaining()).toEqual([]);
    expect(again.output()).not.toMatch(/Installing|Building/);

    expect(existsSync(path.join(clone, "data"))).toBe(true);
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" })).toBe("");
  });
