import { type LinkState, toLinkState } from "../../../../adapters/contract/flight.ts";
import { getRange, joinRanges, type ValueRange } from "../valueRange.ts";
import type { FlightTrack, TrackHole } from "./track.ts";

/** What the colour of a track shows. */
export const trackColorings = ["flight", "height", "speed", "link"] as const;
export type TrackColoring = (typeof trackColorings)[number];

/** One colour a flight, readable on the light and the dark map. */
const flightColors = [
  "#1c7ed6",
  "#e8590c",
  "#2b8a3e",
  "#c2255c",
  "#7048e8",
  "#0b7285",
  "#b08900",
  "#e03131",
  "#5f3dc4",
  "#087f5b",
  "#d6336c",
  "#1864ab",
  "#a61e4d",
  "#66a80f",
  "#9c36b5",
  "#6e7781",
] as const;

/** Colour of the flight at this place in the address. */
export const getFlightColor = (index: number): string =>
  flightColors[index % flightColors.length] ?? flightColors[0];

/** Colours of a scale from low to high. */
export const scaleColors = [
  "#3f51c9",
  "#2f86d6",
  "#16a3a3",
  "#2f9e44",
  "#8aa81c",
  "#d99000",
  "#e8590c",
  "#d02b2b",
] as const;
export const unknownColor = "#8a929c";

export const linkColors: Readonly<Record<LinkState, string>> = {
  fresh: "#2b9a4b",
  delayed: "#d99000",
  lost: "#e03131",
  lastKnown: "#8a929c",
};

/** Finds the range of what is coloured, over all tracks; null where nothing is known. */
export const getValueRange = (tracks: readonly FlightTrack[], coloring: TrackColoring): ValueRange | null =>
  joinRanges(tracks.map((track) => getRange(getValues(track, coloring) ?? new Float64Array())));

function getValues(track: FlightTrack, coloring: TrackColoring): Float64Array | null {
  if (coloring === "speed") return track.speed;
  return coloring === "height" && track.heightColumn ? track[track.heightColumn] : null;
}

/** A stretch of samples in one colour, from its first to its last sample; it crosses no hole. */
export interface ColoredRun {
  readonly color: string;
  readonly first: number;
  readonly last: number;
}

/** Colour of a value on the scale. */
export function toScaleColor(value: number, range: ValueRange | null): string {
  if (Number.isNaN(value) || range === null) return unknownColor;
  const share = range.max > range.min ? (value - range.min) / (range.max - range.min) : 0;
  const step = Math.min(scaleColors.length - 1, Math.floor(share * scaleColors.length));
  return scaleColors[step] ?? unknownColor;
}

/** Splits a track into runs of one colour; a step has the colour of its first sample. Nothing crosses a hole. */
export function toColoredRuns(
  track: FlightTrack,
  coloring: TrackColoring,
  range: ValueRange | null,
  flightColor: string,
): ColoredRun[] {
  const values = getValues(track, coloring);
  const getColor = (index: number): string => {
    if (coloring === "flight") return flightColor;
    if (coloring === "link") return linkColors.fresh;
    return toScaleColor(values?.[index] ?? Number.NaN, range);
  };
  const runs: { color: string; first: number; last: number }[] = [];
  for (let index = 0; index + 1 < track.times.length; index++) {
    if (track.breaks[index] === 1) continue;
    const color = getColor(index);
    const run = runs.at(-1);
    if (run && run.last === index && run.color === color) run.last = index + 1;
    else runs.push({ color, first: index, last: index + 1 });
  }
  return runs;
}

/** The state that the link came to in a hole. */
export const getHoleLink = ({ periodMs }: FlightTrack, { fromMs, toMs }: TrackHole): LinkState =>
  toLinkState(toMs - fromMs, periodMs);
