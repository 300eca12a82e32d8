import type { Overview } from "../../adapters/contract/graphql/overview.ts";
import { formatClock } from "../ui/format/formatTime.ts";

type Hour = NonNullable<Overview["hours"]>[number];

interface HourLabel {
  readonly text: string;
  /** Number of the hour, from 0: its label begins there. */
  readonly place: number;
}

/** Widths of `06:00` with a gap, and of 现在 at the end, as multiples of the size of the text. */
const [labelWidth, nowWidth] = [3.1, 2] as const;
/** Hours of a day that may be labelled: as often as there is room. */
const steps = [3, 6, 12, 24] as const;

/**
 * The hours that get a label below the bars of a day: none over another, and none over 现在.
 * @param width of all hours together, as a multiple of the size of the text
 */
export function pickHourLabels(hours: readonly Hour[], width: number): readonly HourLabel[] {
  const hourWidth = width / hours.length;
  const step = steps.find((one) => one * hourWidth >= labelWidth);
  if (step === undefined) return [];
  return hours
    .map(({ from }, place) => ({ text: formatClock(Date.parse(from)).slice(0, 5), place }))
    .filter(
      ({ text, place }) =>
        Number(text.slice(0, 2)) % step === 0 && (hours.length - place) * hourWidth >= labelWidth + nowWidth,
    );
}
