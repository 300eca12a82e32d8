import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";
import { type Tally, tallyOf } from "./tally.ts";

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
  const all = [
    "run",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...args,
  ];
  const exitCode = await new Promise<number | null>((ended, failed) => {
    const child = spawn(process.execPath, [path.join(root, "node_modules/vitest/vitest.mjs"), ...all], {
      cwd: root,
      stdio: "inherit",
      // An address in the environment is for the suite that runs on PostgreSQL alone.
      env: {
        ...process.env,
        DATABASE_URL: undefined,
        TEST_DATABASE_URL: undefined,
        DEMO_DATA: demoData,
        ...env,
      },
    });
    child.on("error", failed);
    child.on("exit", ended);
  });
  const read: unknown = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  return tallyOf(read, exitCode);
}
