import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import { airborneHeightM, airborneSpeedMs, startsFlight } from "../flights/flightPhases.ts";

/** The state of a drone without an open task by one sample; `unknown` where it has neither phase nor enough else. */
export type GroundState = "onGround" | "unknown" | "flying";

const order: readonly GroundState[] = ["onGround", "unknown", "flying"];

/** Whether its drone flies by this sample: by phase or else by speed and height. */
export function getGroundState({ phase, vH, hRel, hAgl }: IngestSample): GroundState {
  if (phase !== undefined && phase !== null && phase !== "unknown")
    return startsFlight(phase) ? "flying" : "onGround";
  const height = hRel ?? hAgl ?? Number.NaN;
  const speed = vH ?? Number.NaN;
  if (speed > airborneSpeedMs || (Number.isNaN(speed) && height > airborneHeightM)) return "flying";
  return height <= airborneHeightM ? "onGround" : "unknown";
}

/** By serial number, the state of its samples, flying before others: a drone that takes off within a batch flies. */
export function getGroundStates(samples: readonly IngestSample[]): ReadonlyMap<string, GroundState> {
  const states = new Map<string, GroundState>();
  for (const sample of samples) {
    const state = getGroundState(sample);
    if (
      order.indexOf(state) > order.indexOf(states.get(sample.droneSn) ?? "onGround") ||
      !states.has(sample.droneSn)
    )
      states.set(sample.droneSn, state);
  }
  return states;
}
