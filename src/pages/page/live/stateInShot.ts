import { unknown } from "../../../../adapters/contract/fleetFrame.ts";
import { flightPhases, linkStates } from "../../../../adapters/contract/flight.ts";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import type { FleetShot } from "../../../map/drones/data/fleetShot.ts";

/** The fleet's row of a task laid over what was known of it before; what was known where the shot has no such row. */
export function stateInShot(
  shot: FleetShot,
  index: number | null,
  before: LiveState | null,
): LiveState | null {
  const row = index === null ? -1 : shot.columns.index.indexOf(index);
  if (row < 0 || !before) return before;
  const { columns } = shot;
  const value = (column: ArrayLike<number>, missing: number, per: number) => {
    const raw = column[row] ?? missing;
    return raw === missing ? null : raw / per;
  };
  const position = shot.serverTime - (columns.age[row] ?? 0) * 100;
  return {
    ...before,
    lat: columns.lat[row] ?? null,
    lon: columns.lon[row] ?? null,
    hEll: value(columns.hEll, unknown.height, 10),
    hRel: value(columns.hRel, unknown.height, 10),
    hAgl: value(columns.hAgl, unknown.height, 10),
    vH: value(columns.speed, unknown.speed, 100),
    vV: value(columns.climb, unknown.climb, 100),
    heading: value(columns.heading, unknown.heading, 100),
    batPct: value(columns.battery, unknown.battery, 1),
    phase: flightPhases[columns.phase[row] ?? 0] ?? null,
    linkState: linkStates[columns.link[row] ?? 0] ?? "lost",
    groupTimes: { ...before.groupTimes, position },
  };
}
