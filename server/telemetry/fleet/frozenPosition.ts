import type { FleetState } from "./fleetState.ts";
import { haversineDistance } from "./haversineDistance.ts";

/** A drone that says it is faster, m/s, moves. */
const movingSpeedMs = 3;
/** Positions within so many metres are the same place. */
const samePlaceM = 1;
/** For so long, before its positions count as repeated. */
const frozenAfterMs = 10_000;

/**
 * Follows whether a drone's positions are repeated: by its own word it is faster than 3 m/s, and for 10 s of its clock
 * it has not left one place. The first position elsewhere, or a speed of at most 3 m/s, ends it. Runs after a sample
 * with a position is copied.
 */
export function updateFrozenPosition(state: FleetState, slot: number): void {
  const { values, tSrc, still, isFrozen } = state;
  const [lat, lon, now] = [values.lat, values.lon, tSrc].map((column) => column[slot] ?? Number.NaN);
  if (lat === undefined || lon === undefined || now === undefined) return;
  const [stillLat, stillLon] = [still.lat[slot] ?? Number.NaN, still.lon[slot] ?? Number.NaN];
  const saysItMoves = (values.vH[slot] ?? Number.NaN) > movingSpeedMs;
  if (!saysItMoves || !(haversineDistance(stillLat, stillLon, lat, lon) <= samePlaceM)) {
    [still.lat[slot], still.lon[slot], still.since[slot]] = [lat, lon, now];
    isFrozen[slot] = 0;
  } else if (now - (still.since[slot] ?? Number.NaN) >= frozenAfterMs) isFrozen[slot] = 1;
}
