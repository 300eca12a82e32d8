import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";
import { type Tally, toTally } from "./tally.ts";
import { createTestEnvironment } from "./testEnvironment.ts";

/** Demo data, created by the first suite that needs them and reused by the next. */
export const demoDataDir = path.join(root, "test-results/demo-data");

/** Runs vitest with its usual output and counts the results. */
export async function runVitest(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Tally> {
  const report = path.join(root, "test-results", `${name}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const vitestArgs = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args];
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [path.join(root, "node_modules/vitest/vitest.mjs"), ...vitestArgs],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...createTestEnvironment(process.env), DEMO_DATA: demoDataDir, ...env },
      },
    );
    child.on("error", reject);
    child.on("exit", resolve);
  });
  const parsed: unknown = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  return toTally(parsed, exitCode);
}
