import { type FlightPhase, flightPhases, linkStates } from "../../../../adapters/contract/flight.ts";

/** Rows of the marker atlas. The colour shows the phase; grey means an old position. */
export const markerStyles = [
  "stale",
  "ground",
  "climb",
  "mission",
  "manual",
  "hover",
  "return",
  "avoid",
  "forced",
  "unknown",
] as const;
export type MarkerStyle = (typeof markerStyles)[number];

/** One colour per style, readable on both the light and the dark map. */
export const markerColors: Readonly<Record<MarkerStyle, string>> = {
  stale: "#8a929c",
  ground: "#5f7388",
  climb: "#1c7ed6",
  mission: "#2b9a4b",
  manual: "#7950f2",
  hover: "#0c8599",
  return: "#d99000",
  avoid: "#e8590c",
  forced: "#e03131",
  unknown: "#364fc7",
};

const styleByPhase: Readonly<Record<FlightPhase, MarkerStyle>> = {
  offline: "stale",
  standby: "ground",
  preparing: "ground",
  takeoff: "climb",
  mission: "mission",
  manual: "manual",
  hover: "hover",
  returning: "return",
  landing: "return",
  landed: "ground",
  avoiding: "avoid",
  forcedLanding: "forced",
  unknown: "unknown",
};
const staleStyle = markerStyles.indexOf("stale");
const unknownStyle = markerStyles.indexOf("unknown");
const styleIndexByPhase = flightPhases.map((phase) => markerStyles.indexOf(styleByPhase[phase]));
const lostLink = linkStates.indexOf("lost");

/** Returns the marker style for a drone's phase and link, as encoded in a fleet frame, and whether its position is old or frozen. */
export const getMarkerStyleIndex = (phase: number, link: number, isStale: boolean): number =>
  link >= lostLink || isStale ? staleStyle : (styleIndexByPhase[phase] ?? unknownStyle);
