import { lookUp } from "../../../../adapters/contract/lookUp.ts";
import { toFlightKey } from "../../../live/playbackAddress.ts";
import { formatClock } from "../../../ui/format/formatTime.ts";
import type { StripFlight } from "./stripFlight.ts";
import { isInWindow, type TimeScale, type TimeWindow } from "./timeScale.ts";

export type MarkShape = "triangle" | "square" | "circle" | "diamond" | "cross";

/** Shapes by kind, so that events differ by more than their word. */
const shapes: Readonly<Record<string, MarkShape>> = {
  started: "triangle",
  flightStarted: "triangle",
  ended: "square",
  flightEnded: "square",
  photo: "circle",
  link: "cross",
  rejected: "cross",
  impossible: "cross",
  alarm: "diamond",
};

/** A tick of the timeline; events closer than its width share one. */
export interface EventMark {
  readonly key: string;
  /** Time of the first event on the strip, ms. */
  readonly ms: number;
  /** Centre, CSS px. */
  readonly x: number;
  readonly shape: MarkShape;
  readonly color: string;
  /** All events with their times, one a line. */
  readonly title: string;
  /** Null where there is no room. */
  readonly label: {
    readonly text: string;
    /** Left edge, CSS px. */
    readonly left: number;
    /** From 0. */
    readonly row: number;
  } | null;
}

/** Widths in CSS px at the size of the timeline's text, 12 px. */
const markWidth = 12;
const wideLetter = 12;
const narrowLetter = 7;
const labelGap = 8;

/** Estimates the width of a label, CSS px. */
export const estimateLabelWidth = (text: string): number =>
  [...text].reduce((width, letter) => width + (letter > "\u2e7f" ? wideLetter : narrowLetter), 0);

/** Space for labels: the plot's left and right edge, CSS px, and the number of rows. */
export interface LabelSpace {
  readonly left: number;
  readonly right: number;
  readonly rows: number;
}

/**
 * Places the events of the window. A label begins below its tick in the first row with room; no two overlap, and none
 * leaves the plot. A label without room is left out, its tick stays.
 */
export function layoutEvents(
  flights: readonly StripFlight[],
  window: TimeWindow,
  { toPixel }: TimeScale,
  { left, right, rows }: LabelSpace,
): readonly EventMark[] {
  const events = flights
    .flatMap(({ ref, label: flight, color, shiftMs, events: own }) =>
      own.map(({ atMs, label, kind }) => {
        const name = flights.length > 1 ? `${flight} ${label}` : label;
        return { ref, color, kind, label, ms: atMs + shiftMs, title: `${formatClock(atMs)} ${name}` };
      }),
    )
    .filter(({ ms }) => isInWindow(window, ms))
    .sort((a, b) => a.ms - b.ms);

  const groups: (typeof events)[] = [];
  for (const event of events) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && toPixel(event.ms) - toPixel(first.ms) < markWidth) group.push(event);
    else groups.push([event]);
  }

  const freeFrom = Array.from({ length: rows }, () => Number.NEGATIVE_INFINITY);
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const x = toPixel(first.ms);
    const text = group.length === 1 ? first.label : `${first.label} 等 ${group.length} 项`;
    const width = estimateLabelWidth(text);
    const start = Math.min(x - markWidth / 2, right - width);
    const row = start < left - markWidth / 2 ? -1 : freeFrom.findIndex((free) => free <= start);
    if (row >= 0) freeFrom[row] = start + width + labelGap;
    return {
      key: `${toFlightKey(first.ref)}-${first.ms}-${first.kind}`,
      ms: first.ms,
      x,
      shape: lookUp(shapes, first.kind) ?? "diamond",
      color: first.color,
      title: group.map(({ title }) => title).join("\n"),
      label: row >= 0 ? { text, left: start, row } : null,
    };
  });
}
