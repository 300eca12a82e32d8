import { spawnSync } from "node:child_process";
import type { CheckResult } from "./check.ts";

/** `area: verb object`, without a full stop. */
const subjectForm = /^[a-z][\w./-]*: [a-z].*[^.]$/;
const maxLength = 72;

/**
 * Checks that all commits after the one that added `gateFile` have a subject of the form `area: verb object` with at
 * most 72 characters. In a shallow clone the oldest commit counts as the one that added every file. Merges are skipped.
 * Without git, as in a downloaded archive, the check passes.
 * @param root the checkout
 * @param gateFile path of this check's own file, from the root
 */
export function checkCommitSubjects(root: string, gateFile: string): CheckResult {
  const added = runGit(root, ["log", "--diff-filter=A", "--format=%H", "--", gateFile]);
  if (added === null) return { passed: true, text: "no git repository, nothing to check" };
  const firstCommit = added.at(-1);
  if (!firstCommit) return { passed: true, text: "" };
  const subjects = runGit(root, ["log", "--no-merges", "--format=%h %s", `${firstCommit}..HEAD`]) ?? [];
  const wrong = subjects.filter((line) => !isValidSubject(line.slice(line.indexOf(" ") + 1)));
  return {
    passed: wrong.length === 0,
    text: wrong
      .map((line) => `${line}\n  expected \`area: verb object\`, at most ${maxLength} characters`)
      .join("\n"),
  };
}

/** Whether a commit subject has the project's form. */
export const isValidSubject = (subject: string): boolean =>
  subject.length <= maxLength && subjectForm.test(subject);

/** Returns git's output lines, or null if it fails. */
function runGit(root: string, args: readonly string[]): string[] | null {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : null;
}
