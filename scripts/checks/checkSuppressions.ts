import type { CheckResult } from "./check.ts";
import type { SourceFile } from "./listSourceFiles.ts";

/** Written in two parts, so that this file does not match itself. */
const suppressionPattern = new RegExp(
  ["oxlint-dis" + "able", "eslint-dis" + "able", "biome-ig" + "nore", "@ts-no" + "check"].join("|"),
);

/** Passes if no comment suppresses a check. */
export function checkSuppressions(files: readonly SourceFile[]): CheckResult {
  const found = files
    .filter(({ file }) => !file.startsWith("tests/gates/"))
    .flatMap(({ file, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          suppressionPattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );
  return { passed: found.length === 0, text: found.join("\n") };
}
