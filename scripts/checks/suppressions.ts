import type { Finding } from "./check.ts";
import type { SourceFile } from "./sourceFiles.ts";

/** Spelled in two parts, so that this file does not find itself. */
const silences = new RegExp(
  ["oxlint-dis" + "able", "eslint-dis" + "able", "biome-ig" + "nore", "@ts-no" + "check"].join("|"),
);

/** Holds where no comment turns a gate off. */
export function suppressions(files: readonly SourceFile[]): Finding {
  const found = files
    .filter(({ file }) => !file.startsWith("tests/gates/"))
    .flatMap(({ file, text }) =>
      text
        .split("\n")
        .flatMap((line, index) => (silences.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  return { holds: found.length === 0, text: found.join("\n") };
}
