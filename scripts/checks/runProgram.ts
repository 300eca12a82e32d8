import { spawn } from "node:child_process";
import { root } from "../setup/root.mjs";
import type { CheckResult } from "./check.ts";

/**
 * Runs a program of this checkout under this Node; passes if it exits with 0.
 * @param args the program's path below the checkout and its arguments
 */
export function runProgram(args: readonly [string, ...string[]]): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => resolve({ passed: code === 0, text: text.trim() }));
  });
}
