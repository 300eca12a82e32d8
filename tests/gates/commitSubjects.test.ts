import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { checkCommitSubjects, isValidSubject } from "../../scripts/checks/checkCommitSubjects.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";

it.each([
  ["picker: keep options in place while a search is loading", true],
  ["list/export: retry a failed download", true],
  [`docs: ${"a".repeat(66)}`, true],
  [`docs: ${"a".repeat(67)}`, false],
  ["A choice stays where it is pressed", false],
  ["picker: Keep options in place", false],
  ["picker:keep options in place", false],
  ["picker: keep options in place.", false],
  ["", false],
])("%j is a valid subject: %j", (subject, expected) => {
  expect(isValidSubject(subject)).toBe(expected);
});

/** Creates a repository whose commits have these subjects, oldest first; `gate: add` adds the gate's file. */
function createRepository(root: string, subjects: readonly string[]) {
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  git("init", "--quiet");
  for (const subject of subjects) {
    writeFileSync(path.join(root, subject === "gate: add" ? "gate.ts" : "other.ts"), subject);
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", subject);
  }
}

it("commits after the gate are checked, those before it are not", () => {
  using folder = createTemporaryFolder("commits");
  createRepository(folder.path, ["Before the gate", "gate: add", "list: add a column", "Has another format"]);
  const { passed, text } = checkCommitSubjects(folder.path, "gate.ts");
  expect(passed).toBe(false);
  expect(text).toContain("Has another format");
  expect(text).not.toMatch(/Before the gate|add a column/);
});

it("in a shallow clone the available commits are checked", () => {
  using folder = createTemporaryFolder("commits");
  using clone = createTemporaryFolder("commits-shallow");
  createRepository(folder.path, ["gate: add", "Wrong but out of reach", "At the edge", "list: add a column"]);
  const cloned = spawnSync("git", ["clone", "--quiet", "--depth", "2", `file://${folder.path}`, clone.path]);
  expect(cloned.status).toBe(0);
  expect(checkCommitSubjects(clone.path, "gate.ts")).toEqual({ passed: true, text: "" });
});

it("without a repository the check passes", () => {
  using folder = createTemporaryFolder("commits-none");
  expect(checkCommitSubjects(folder.path, "gate.ts").passed).toBe(true);
});
