import { flightPhases, linkStates, positionFixes } from "../../../adapters/contract/flight.ts";
import type { FleetState } from "./fleetState.ts";
import { isAirborne } from "./phaseRules.ts";

/** An alarm of the position ends with a sample after so long without a reason for it. */
export const alarmDurationMs = 10_000;
/** So much older than the drone's other data, a position counts as stale. */
const positionGapMs = 10_000;
/** Fewer satellites than this for so long are an alarm. */
const minSatellites = 8;
const fewSatellitesMs = 10_000;

const noFix = positionFixes.indexOf("none");
/** By the index of the phase. A source that reports none may be in the air. */
const mayFly = flightPhases.map((phase) => isAirborne(phase));

/** Whether an alarm of the position holds: no sample after its time has shown yet that it is over. */
export const isAlarmed = ({ lastAt }: FleetState, until: Float64Array, slot: number): boolean =>
  !Number.isNaN(until[slot] ?? Number.NaN) && !((lastAt[slot] ?? Number.NaN) >= (until[slot] ?? Number.NaN));

/** Raises the alarm of a drone in the air that does not know where it is; it ends 10 s after the last reason for it. */
export function updatePositionAlarm(state: FleetState, slot: number, now: number): void {
  const { values, columns, groupAt, lastAt, alarmUntil, fewSatellitesSince, lastFix, motion } = state;
  // What is not heard is not good.
  if (columns.link[slot] !== linkStates.indexOf("fresh"))
    for (const until of [alarmUntil.lost, alarmUntil.jump])
      if (isAlarmed(state, until, slot)) until[slot] = now + alarmDurationMs;
  const fix = values.fix[slot] ?? Number.NaN;
  const satellites = values.sats[slot] ?? Number.NaN;
  // A receiver that tells neither any more is no better than it said.
  if (!Number.isNaN(fix) || !Number.isNaN(satellites)) {
    lastFix[slot] = fix;
    if (!(satellites < minSatellites)) fewSatellitesSince[slot] = Number.NaN;
    else if (Number.isNaN(fewSatellitesSince[slot])) fewSatellitesSince[slot] = now;
  }
  const phase = values.phase[slot] ?? Number.NaN;
  if (!Number.isNaN(phase) && mayFly[phase] !== true && motion.isInAir[slot] !== 1) return;
  const isLost =
    lastFix[slot] === noFix ||
    (lastAt[slot] ?? Number.NaN) - (groupAt.position[slot] ?? Number.NaN) > positionGapMs ||
    now - (fewSatellitesSince[slot] ?? Number.NaN) >= fewSatellitesMs;
  if (isLost) alarmUntil.lost[slot] = now + alarmDurationMs;
}
