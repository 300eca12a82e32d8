import { spawn } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Starts a process that runs the program under Node 24; returns its output and its exit code. */
function runProgram(program: string) {
  const code = `import("./scripts/setup/runUnderNode24.mjs").then(({ runUnderNode24 }) => runUnderNode24(["-e", ${JSON.stringify(program)}]))`;
  const child = spawn(process.execPath, ["-e", code], { cwd: root });
  let output = "";
  child.stdout.on("data", (part) => (output += part));
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { readOutput: () => output, signal: (name: NodeJS.Signals) => child.kill(name), exited };
}

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s is forwarded to the program, and by default ends both with %i", async (name, code) => {
  const { readOutput, signal, exited } = runProgram("console.log('ready'); setInterval(() => {}, 1000)");
  await expect.poll(readOutput, { timeout: 30_000 }).toContain("ready");
  signal(name);
  expect(await exited).toBe(code);
});

it("the parent waits for a program that handles the signal", async () => {
  const program =
    "process.once('SIGTERM', () => setTimeout(() => { console.log('done'); process.exit(0); }, 200)); console.log('ready'); setInterval(() => {}, 1000)";
  const { readOutput, signal, exited } = runProgram(program);
  await expect.poll(readOutput, { timeout: 30_000 }).toContain("ready");
  signal("SIGTERM");
  expect(await exited).toBe(0);
  expect(readOutput()).toContain("done");
});
