import { spawn } from "node:child_process";
import { root } from "../setup/root.mjs";
import type { CheckResult } from "./check.ts";

/**
 * Runs a package's program under this Node; passes if it exits with 0.
 * @param args the program's path below `node_modules/` and its arguments
 * @param cwd folder to run it in, the checkout by default
 */
export function runPackageBinary(args: readonly [string, ...string[]], cwd = root): Promise<CheckResult> {
  const [file, ...rest] = args;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${root}/node_modules/${file}`, ...rest], {
      cwd,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ passed: code === 0, text: text.trim() }));
  });
}
