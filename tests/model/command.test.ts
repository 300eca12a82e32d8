import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

test("one command tests the machines and prints the coverage (R-295)", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["scripts/testModel.mjs", "--machine", "passwordChange", "--seed", "7"],
    { cwd: path.resolve(import.meta.dirname, "../.."), encoding: "utf8" },
  );
  const [head, reached, summary] = stdout.trim().split("\n");
  expect(head).toMatch(/^machine +states +moves +cases +rows$/);
  expect(reached).toMatch(/^passwordChange +5\/5 +5\/5 +11 +R-190 R-192 R-193 R-194 R-206 R-225$/);
  expect(summary).toBe(
    "machine passwordChange alone: 11 passed, 0 failed; report in test-results/model/index.html",
  );
  expect(status).toBe(0);
});
