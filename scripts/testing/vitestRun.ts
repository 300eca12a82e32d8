import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { setPriority } from "node:os";
import path from "node:path";
import { root } from "../setup/root.mjs";
import { type Tally, tallyOf } from "./tally.ts";

/** Where the first suite of a run that needs the demo data leaves them for the next. */
export const demoData = path.join(root, "test-results/demo-data");

export interface Run {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** With what another run leaves over of the processors, and on the screen when it is over. */
  readonly behind: boolean;
}

/** As much more than others, on a scale from -20 to 19, such a run lets them go first. */
const behindOthers = 15;

/** Runs vitest once, its own report on the screen, and counts. */
export async function vitestRun({ name, args, env, behind }: Run): Promise<Tally> {
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
      stdio: ["inherit", behind ? "pipe" : "inherit", behind ? "pipe" : "inherit"],
      // An address in the environment is for the suite that runs on PostgreSQL alone.
      env: {
        ...process.env,
        DATABASE_URL: undefined,
        TEST_DATABASE_URL: undefined,
        DEMO_DATA: demoData,
        ...env,
      },
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => (said += part));
    if (behind && child.pid !== undefined) setPriority(child.pid, behindOthers);
    child.on("error", failed);
    child.on("close", (code) => {
      process.stdout.write(said);
      ended(code);
    });
  });
  const read: unknown = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  return tallyOf(read, exitCode);
}
