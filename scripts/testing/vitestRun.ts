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
  /** Beside another run: that goes first, and what this one says is kept for when both are over. */
  readonly behind: boolean;
}

export interface Ran extends Tally {
  /** What it would have said on the screen. */
  readonly said: string;
}

/** A quarter of a processor that another run wants too, by the scale of Unix from -20 to 19. */
const behindOthers = 5;

/** Runs vitest once, its own report on the screen, and counts. */
export async function vitestRun({ name, args, env, behind }: Run): Promise<Ran> {
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
  let said = "";
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
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (part: string) => (said += part));
    if (behind && child.pid !== undefined) setPriority(child.pid, behindOthers);
    child.on("error", failed);
    child.on("close", ended);
  });
  const read: unknown = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  return { ...tallyOf(read, exitCode), said };
}
