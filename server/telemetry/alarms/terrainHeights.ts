import type { Terrain } from "../../terrain/terrain.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import { type FlightFacts, phaseCodes } from "./flightFacts.ts";

/** A drone no higher than this over its take-off point is taken to be there. */
const nearGroundM = 5;

export interface TerrainHeights {
  /** Works out the heights of the newest sample of a slot. */
  readonly update: (slot: number) => void;
  /** Forgets where the flight of a slot began. */
  readonly reset: (slot: number) => void;
}

/**
 * Heights over ground and sea of drones that report only their height over the take-off point: the ground there is looked
 * up, and the ground below. The take-off point is where the drone stood or took off, else its home point.
 */
export function createTerrainHeights(
  { create }: SlotColumns,
  facts: FlightFacts,
  terrain: Terrain,
): TerrainHeights {
  const createColumn = () => create("f64", Number.NaN);
  const [startLon, startLat] = [createColumn(), createColumn()];
  const { values, terrainAgl, terrainAmsl } = facts;
  const at = (column: Float64Array | undefined, slot: number) => column?.[slot] ?? Number.NaN;
  const reset = (slot: number) => {
    for (const column of [startLon, startLat, terrainAgl, terrainAmsl]) column[slot] = Number.NaN;
  };
  return {
    reset,
    update: (slot) => {
      const hRel = at(values.hRel, slot);
      const [lon, lat] = [at(values.lon, slot), at(values.lat, slot)];
      const isStarting = facts.inAir[slot] === 0 || at(values.phase, slot) === phaseCodes.takeoff;
      // Each flight of a task has its own.
      if (isStarting && Math.abs(hRel) <= nearGroundM) {
        startLon[slot] = lon;
        startLat[slot] = lat;
      }
      const isKnown = !Number.isNaN(at(startLon, slot));
      const fromLon = isKnown ? at(startLon, slot) : at(values.homeLon, slot);
      const fromLat = isKnown ? at(startLat, slot) : at(values.homeLat, slot);
      const start = terrain.getGround(fromLon * 1e-7, fromLat * 1e-7);
      const below = terrain.getGround(lon * 1e-7, lat * 1e-7);
      // While the ground is being read the last heights stand: without them the limits would change for a moment.
      if (start === null || below === null) return;
      terrainAmsl[slot] = start + hRel;
      terrainAgl[slot] = start + hRel - below;
    },
  };
}
