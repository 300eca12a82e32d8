import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";
import { type Tally, tallyOf } from "./tally.ts";
import { testEnvironment } from "./testEnvironment.ts";

/** Where the first suite of a run that needs the demo data leaves them for the next. */
export const demoData = path.join(root, "test-results/demo-data");

/** Runs vitest once, its own report on the screen, and counts. */
export async function vitestRun(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Tally> {
  const report = path.join(root, "test-results", `${name}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const all = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args];
  const exitCode = await new Promise<number | null>((ended, failed) => {
    const child = spawn(process.execPath, [path.join(root, "node_modules/vitest/vitest.mjs"), ...all], {
      cwd: root,
      stdio: "inherit",
      env: { ...testEnvironment(process.env), DEMO_DATA: demoData, ...env },
    });
    child.on("error", failed);
    child.on("exit", ended);
  });
  const read: unknown = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  return tallyOf(read, exitCode);
}
