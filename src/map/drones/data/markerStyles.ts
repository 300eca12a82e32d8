import { frameAlarms } from "../../../../adapters/contract/fleetFrame.ts";
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
const delayedLink = linkStates.indexOf("delayed");

/** Tenths of a second after which a position is old, whatever the source's period. */
const minStaleAge = 100;
const stalePeriods = 5;

/**
 * Whether a position is as old as the data of a lost link are. With a fresh link it is, too, if the drone has lost its
 * fix.
 * @param age tenths of a second, as in a fleet frame
 * @param periodSeconds of the drone's positions
 */
export const isPositionStale = (age: number, periodSeconds: number): boolean =>
  age > Math.max(minStaleAge, stalePeriods * periodSeconds * 10);

/** Whether a drone that says it moves sends one place again and again. @param alarms bits of `frameAlarms` */
export const isPositionFrozen = (alarms: number): boolean => (alarms & frameAlarms.positionFrozen) !== 0;

/** Returns the marker style for a drone's phase and link, as encoded in a fleet frame, and whether its position is old or frozen. */
export const getMarkerStyleIndex = (phase: number, link: number, isStale: boolean): number =>
  link >= lostLink || isStale ? staleStyle : (styleIndexByPhase[phase] ?? unknownStyle);

/** How good a drone's data are; a higher number is worse. */
export const dataStates = { fresh: 0, delayed: 1, position: 2, lost: 3 } as const;

const positionAlarms = frameAlarms.positionLost | frameAlarms.positionJump;

/** @param alarms bits of `frameAlarms` */
export function getDataState(link: number, alarms: number, isStale: boolean): number {
  if (link >= lostLink) return dataStates.lost;
  if ((alarms & positionAlarms) !== 0 || isStale) return dataStates.position;
  return link === delayedLink ? dataStates.delayed : dataStates.fresh;
}
