import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "../setup/root.mjs";
import type { CheckResult } from "./check.ts";

/**
 * Runs a program of this checkout under this Node; passes if it exits with 0.
 * @param args the program's path below the checkout and its arguments
 * @param cwd another folder to run it in
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  cwd = root,
): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, program), ...args], {
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
