import type { CheckResult } from "./check.ts";
import type { SourceFile } from "./listSourceFiles.ts";

const maxLines = 300;

/** Passes if no file has more than 300 lines. */
export function checkFileSizes(files: readonly SourceFile[]): CheckResult {
  const sizes = files
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split("\n").length }))
    .sort((a, b) => a.lines - b.lines);
  const getPercentile = (share: number) => sizes[Math.floor((sizes.length - 1) * share)]?.lines ?? 0;
  const tooLong = sizes.filter(({ lines }) => lines > maxLines);
  const summary = `${sizes.length} files, lines: median ${getPercentile(0.5)}, nine of ten up to ${getPercentile(0.9)}, longest ${getPercentile(1)}`;
  return {
    passed: tooLong.length === 0,
    text: [summary, ...tooLong.map(({ file, lines }) => `${file}: ${lines} lines, at most ${maxLines}`)].join(
      "\n",
    ),
  };
}
