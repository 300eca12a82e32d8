import type { CheckResult } from "./check.ts";
import type { SourceFile } from "./listSourceFiles.ts";

/** A file above is named; one reads it in one go up to here. */
const warnLines = 280;
const maxLines = 400;

/** Warns of files with more than 280 lines and fails on those with more than 400. Tables are exempt. */
export function checkFileSizes(files: readonly SourceFile[]): CheckResult {
  const sizes = files
    .map(({ file, text }) => ({ file, text, lines: text.trimEnd().split("\n").length }))
    .sort((a, b) => a.lines - b.lines);
  const getPercentile = (share: number) => sizes[Math.floor((sizes.length - 1) * share)]?.lines ?? 0;
  const long = sizes.filter(({ lines, text }) => lines > warnLines && !isTable(text));
  const summary = `${sizes.length} files, lines: median ${getPercentile(0.5)}, nine of ten up to ${getPercentile(0.9)}, longest ${getPercentile(1)}`;
  const tooLong = long.filter(({ lines }) => lines > maxLines);
  const warned = long.filter(({ lines }) => lines <= maxLines).map(({ file, lines }) => `${file} ${lines}`);
  return {
    passed: tooLong.length === 0,
    text: [
      summary,
      ...(warned.length > 0 ? [`warning: better at most ${warnLines} lines: ${warned.join(", ")}`] : []),
      ...tooLong.map(({ file, lines }) => `${file}: ${lines} lines, at most ${maxLines}`),
    ].join("\n"),
  };
}

/** Whether a file only holds data: it has no function. */
const isTable = (text: string): boolean => !/=>|\bfunction\b|\bclass\b/.test(text);
