import { RecordingError } from "./recordedFlight.ts";

/** A time zone as it is written after a time, such as `Z` or `+08:00`; null where the user has not said it. */
export type AssumedZone = string | null;

const instant =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * UTC ms of a date and time; NaN for what is none.
 * @param zone of times that have none: never the server's
 * @throws RecordingError for a time without a zone where none is assumed
 */
export function parseInstant(text: string, zone: AssumedZone): number {
  const match = instant.exec(text.trim());
  if (!match) return Number.NaN;
  const [, year, month = "", day = "", hour = "", minute, second = "00", fraction = "0", own] = match;
  const used = own ?? zone;
  if (used === null)
    throw new RecordingError("The times of this file have no time zone", { fault: "zoneless" });
  // `Date` would make 2 March of 30 February.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(day) > lastDay) return Number.NaN;
  const two = (digits: string) => digits.padStart(2, "0");
  const normal =
    used.toUpperCase() === "Z" ? "Z" : used.replace(/^(.\d\d):?(\d\d)?$/, (_, h, m = "00") => `${h}:${m}`);
  return Date.parse(
    `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}.${fraction.slice(0, 3)}${normal}`,
  );
}

/** The sentence about a file whose times are there in a notation that nobody reads; null where it has none. */
export function describeOddTime(
  times: Iterable<{ readonly text: string; readonly line: number }>,
): string | null {
  for (const { text, line } of times)
    if (text.trim() !== "")
      return `第 ${line} 行的时间“${text.trim().slice(0, 40)}”无法识别，应为“2026-01-31 08:00:00”，请重新导出后再导入`;
  return null;
}
