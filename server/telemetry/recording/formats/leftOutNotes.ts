import {
  describeLeftOut,
  type ImportLeftOut,
  importLeftOut,
  type LeftOutEntry,
  maxLeftOutLines,
} from "../../../../adapters/contract/flightFile.ts";

/** How much of a recording was left out, by reason. */
export type LeftOutCounts = Partial<Record<ImportLeftOut, number>>;
/** The first lines of each reason. */
export type LeftOutLines = Partial<Record<ImportLeftOut, readonly number[]>>;

/** What of a recording is not in its track. */
export interface LeftOut {
  readonly counts: LeftOutCounts;
  readonly lines: LeftOutLines;
}

export interface LeftOutNotes extends LeftOut {
  /** @param line of the file, where that has lines */
  readonly note: (reason: ImportLeftOut, line?: number, count?: number) => void;
}

/** Notes what is left out; what was before counts too. */
export function createLeftOutNotes(before?: LeftOut): LeftOutNotes {
  const counts: LeftOutCounts = { ...before?.counts };
  const lines: Partial<Record<ImportLeftOut, number[]>> = {};
  for (const [reason, found] of Object.entries(before?.lines ?? {}))
    lines[reason as ImportLeftOut] = [...found];
  return {
    counts,
    lines,
    note: (reason, line, count = 1) => {
      if (count === 0) return;
      counts[reason] = (counts[reason] ?? 0) + count;
      if (line === undefined) return;
      const known = (lines[reason] ??= []);
      if (known.length < maxLeftOutLines && !known.includes(line)) known.push(line);
    },
  };
}

/** In the order of the dictionary. */
export const listLeftOut = ({ counts, lines }: LeftOut): LeftOutEntry[] =>
  importLeftOut.options.flatMap(({ value }) => {
    const reason = importLeftOut.schema.parse(value);
    const count = counts[reason] ?? 0;
    const found = lines[reason] ?? [];
    return count > 0 ? [{ reason, count, ...(found.length > 0 ? { lines: [...found] } : {}) }] : [];
  });

/** The sentence about a file of which nothing is left; null where nothing was left out. */
export function describeEmpty(leftOut: LeftOut): string | null {
  const reasons = describeLeftOut(listLeftOut(leftOut));
  return reasons === "" ? null : `文件中没有可用的航迹点（${reasons}），请选择其他文件`;
}
