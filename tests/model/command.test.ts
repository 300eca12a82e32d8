import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/testModel.mjs", ...args], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  return { status, stdout: stdout.trim(), lines: stderr.trim().split("\n") };
};

test("one command tests the machines and prints the coverage (R-295)", { tags: "full" }, () => {
  const { status, stdout } = run("--machine", "passwordChange", "--seed", "7");
  const [head, reached, summary] = stdout.split("\n");
  expect(head).toMatch(/^machine +states +moves +cases +rows$/);
  expect(reached).toMatch(/^passwordChange +5\/5 +5\/5 +11 +R-190 R-192 R-193 R-194 R-206 R-225$/);
  expect(summary).toBe(
    "machine passwordChange alone: 11 passed, 0 failed; report in test-results/model/index.html",
  );
  expect(status).toBe(0);
});

test.each([
  [["--machine", "lists"], /^There is no machine lists: session, idle, .*, wallWatchdog$/],
  [["--machine", "passwordChange", "--path", "99"], /^No machine that was chosen has a path 99$/],
  [
    ["--base", "http://127.0.0.1:1", "--machine", "layout"],
    /^There is no machine in the browser layout: session, /,
  ],
  [["--page", "账号列表"], /^--account and --page choose what a browser does/],
  [["--base", "http://127.0.0.1:1", "--account", "138"], /^--account is a phone number and its password/],
  [["--path", "first"], /^--path is a whole number, not first$/],
  [["--machines"], /^Unknown option '--machines'/],
])("wrong arguments %j are told in one line", (args, line) => {
  const { status, lines } = run(...args);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(status).toBe(2);
});
