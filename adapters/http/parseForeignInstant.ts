/** A number from here on counts ms since the epoch, below it seconds: 2001 in ms is 5138 in seconds. */
const leastMs = 1e11;
/** Before it nothing of a platform happened: year 1, 1900 and 1970 stand for "no time" in databases and languages. */
const leastKnown = Date.UTC(1971, 0, 1);
/** China uses UTC+8 all year. */
const chinaOffset = "+08:00";

/**
 * Returns an instant as ISO 8601 in UTC, from ISO with or without a zone (then China's time), with a blank for the `T`,
 * a day alone, or ms or s since the epoch, also within `/Date()/`; null where it is none of these, or a time that stands for none.
 */
export function parseForeignInstant(text: string): string | null {
  // As .NET writes ms since the epoch: the zone behind it changes nothing.
  const trimmed = text.trim().replace(/^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/, "$1");
  if (/^-?\d+(?:\.\d+)?$/.test(trimmed)) {
    const count = Number(trimmed);
    return toIso(Math.abs(count) >= leastMs ? count : count * 1_000);
  }
  const match =
    /^(\d{4}[-/]\d{1,2}[-/]\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      trimmed,
    );
  if (!match) return null;
  const [, day = "", time = "00:00:00", zone = chinaOffset] = match;
  const [year, month = "", date = ""] = day.split(/[-/]/);
  const padded = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}T${time.replace(/^(\d):/, "0$1:")}`;
  // Not every browser reads an offset without its colon.
  return toIso(Date.parse(`${padded}${zone.toUpperCase().replace(/(\d{2})(\d{2})$/, "$1:$2")}`));
}

const toIso = (ms: number): string | null =>
  Number.isFinite(ms) && ms >= leastKnown && ms < 8.64e15 ? new Date(ms).toISOString() : null;
