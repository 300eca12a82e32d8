import { spawn } from "node:child_process";
import { root } from "../setup/root.mjs";
import type { Finding } from "./check.ts";

/**
 * Runs a package's program under this Node; the check holds where it exits 0.
 * @param args the program's file below `node_modules/` and its arguments
 * @param cwd folder to run it in, the checkout by default
 */
export function command(args: readonly [string, ...string[]], cwd = root): Promise<Finding> {
  const [file, ...rest] = args;
  return new Promise((told, failed) => {
    const child = spawn(process.execPath, [`${root}/node_modules/${file}`, ...rest], {
      cwd,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    });
    let text = "";
    child.stdout.on("data", (part: Buffer) => (text += part.toString()));
    child.stderr.on("data", (part: Buffer) => (text += part.toString()));
    child.on("error", failed);
    child.on("close", (code) => told({ holds: code === 0, text: text.trim() }));
  });
}
