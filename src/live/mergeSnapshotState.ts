import { fleetUnknown, maxFrameAge } from "../../adapters/contract/fleetFrame.ts";
import { flightPhases, linkStates } from "../../adapters/contract/flight.ts";
import { type LiveState, sampleGroupNames, sampleValues } from "../../adapters/contract/sample.ts";
import type { FleetSnapshot } from "../map/drones/data/fleetSnapshot.ts";

/**
 * Merges a task's row of the snapshot into its last known state; returns that unchanged without a row. Without a state,
 * as another platform's list may tell none, the row is all that is known.
 */
export function mergeSnapshotState(
  snapshot: FleetSnapshot,
  index: number | null,
  taskId: string,
  known: LiveState | null,
): LiveState | null {
  const row = index === null ? -1 : snapshot.columns.index.indexOf(index);
  if (row < 0) return known;
  const previous = known ?? createUnknownState(taskId);
  const { columns } = snapshot;
  const readColumn = (column: ArrayLike<number>, missing: number, scale: number) => {
    const raw = column[row] ?? missing;
    return raw === missing ? null : raw / scale;
  };
  const age = columns.age[row] ?? 0;
  const newest = snapshot.serverTime - age * 100;
  // Beyond the range of the column, the older of the two times is right.
  const position = age === maxFrameAge ? Math.min(newest, previous.groupAt.position ?? newest) : newest;
  return {
    ...previous,
    lat: columns.lat[row] ?? null,
    lon: columns.lon[row] ?? null,
    hEll: readColumn(columns.hEll, fleetUnknown.height, 10),
    hRel: readColumn(columns.hRel, fleetUnknown.height, 10),
    hAgl: readColumn(columns.hAgl, fleetUnknown.height, 10),
    vH: readColumn(columns.speed, fleetUnknown.speed, 100),
    vV: readColumn(columns.climb, fleetUnknown.climb, 100),
    heading: readColumn(columns.heading, fleetUnknown.heading, 100),
    batPct: readColumn(columns.battery, fleetUnknown.battery, 1),
    phase: flightPhases[columns.phase[row] ?? 0] ?? null,
    linkState: linkStates[columns.link[row] ?? 0] ?? "lost",
    alarms: columns.alarms[row] ?? 0,
    groupAt: { ...previous.groupAt, position },
  };
}

const toUnknown = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

/** A state of a flight of which nothing was told. Safe cast: `fromEntries` loses which fields are there. */
const createUnknownState = (taskId: string) =>
  ({
    ...toUnknown(Object.keys(sampleValues.shape)),
    taskId,
    droneSn: "",
    seq: 0,
    tSrc: Number.NaN,
    groupAt: toUnknown(sampleGroupNames),
    clockOffsetMs: Number.NaN,
    periodMs: null,
  }) as unknown as LiveState;
