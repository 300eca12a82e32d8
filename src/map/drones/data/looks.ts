import { type FlightPhase, flightPhases, linkStates } from "../../../../adapters/contract/flight.ts";

/** Rows of the marker atlas. Colours say the phase, grey that the data is old. */
export const looks = [
  "stale",
  "ground",
  "climb",
  "mission",
  "manual",
  "hover",
  "return",
  "avoid",
  "forced",
] as const;
export type Look = (typeof looks)[number];

/** One colour a look, readable on the light and on the dark map. */
export const lookColors: Readonly<Record<Look, string>> = {
  stale: "#8a929c",
  ground: "#5f7388",
  climb: "#1c7ed6",
  mission: "#2b9a4b",
  manual: "#7950f2",
  hover: "#0c8599",
  return: "#d99000",
  avoid: "#e8590c",
  forced: "#e03131",
};

const lookOfPhase: Readonly<Record<FlightPhase, Look>> = {
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
};
const byPhase = flightPhases.map((phase) => looks.indexOf(lookOfPhase[phase]));
const firstStale = linkStates.indexOf("lost");

/** The look of a drone by its phase and link as they stand in a fleet frame. */
export const lookOf = (phase: number, link: number): number =>
  link >= firstStale ? 0 : (byPhase[phase] ?? 0);
