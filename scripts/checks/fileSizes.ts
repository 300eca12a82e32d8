import type { Finding } from "./check.ts";
import type { SourceFile } from "./sourceFiles.ts";

const limit = 300;

/** Holds where no file has more than 300 lines. */
export function fileSizes(files: readonly SourceFile[]): Finding {
  const sizes = files
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split("\n").length }))
    .sort((one, other) => one.lines - other.lines);
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)]?.lines ?? 0;
  const tooLong = sizes.filter(({ lines }) => lines > limit);
  const summary = `${sizes.length} files, lines: median ${at(0.5)}, nine of ten up to ${at(0.9)}, longest ${at(1)}`;
  return {
    holds: tooLong.length === 0,
    text: [summary, ...tooLong.map(({ file, lines }) => `${file}: ${lines} lines, at most ${limit}`)].join(
      "\n",
    ),
  };
}
