import { getDegreeLengths } from "../../../adapters/contract/localMetres.ts";
import type { SlotColumns } from "../fleet/slotColumns.ts";
import type { FlightFacts } from "./flightFacts.ts";

/** Every degree of latitude has more metres than this. */
const metresPerDegree = 110_500;
/** A cell has the reach in both directions up to 75° of latitude. */
const leastCosine = 0.25;
/** A power of two. */
const minBuckets = 256;

/** Finds for each drone in the air the nearest other one, by a hash of cells. */
export interface Proximity {
  /**
   * Fills `nearestM`, `nearestSlot` and `silentSlot` of the slots.
   * @param reachM drones further apart than this are not near
   * @param isRaised whether the alarm of a slot is raised: only then is it kept whom it was near to
   * @param maxAgeMs what was heard of longer ago is no place to be near to
   */
  readonly update: (
    slots: Uint32Array,
    count: number,
    now: number,
    options: {
      readonly reachM: number;
      readonly maxAgeMs: number;
      readonly isRaised: (slot: number) => boolean;
    },
  ) => void;
}

export function createProximity({ create }: SlotColumns, facts: FlightFacts): Proximity {
  let head = new Int32Array(minBuckets);
  const next = create("i32");
  const [cellX, cellY] = [create("i32"), create("i32")];
  const { nearestM, nearestSlot, silentSlot, values, inAir, positionAt } = facts;

  const toBucket = (x: number, y: number) =>
    (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663)) & (head.length - 1);

  /** Metres in three dimensions; in two where not both tell their height over the same datum. */
  const measure = (a: number, b: number): number => {
    const lat = values.lat[a] ?? 0;
    const lengths = getDegreeLengths(lat * 1e-7);
    const east = ((values.lon[b] ?? 0) - (values.lon[a] ?? 0)) * 1e-7 * lengths.lon;
    const north = ((values.lat[b] ?? 0) - lat) * 1e-7 * lengths.lat;
    const up = (values.hEll[b] ?? Number.NaN) - (values.hEll[a] ?? Number.NaN);
    return Math.hypot(east, north, Number.isNaN(up) ? 0 : up);
  };

  const note = (slot: number, other: number, metres: number) => {
    if ((nearestM[slot] ?? Number.NaN) <= metres) return;
    nearestM[slot] = metres;
    nearestSlot[slot] = other;
  };

  /** Whether a drone in the air has not told its place for so long. */
  const isSilent = (slot: number, now: number, maxAgeMs: number): boolean =>
    inAir[slot] === 1 && !(now - (positionAt[slot] ?? Number.NaN) <= maxAgeMs);

  return {
    update: (slots, count, now, { reachM, maxAgeMs, isRaised }) => {
      const latCell = (reachM / metresPerDegree) * 1e7;
      const lonCell = latCell / leastCosine;
      // Twice as many buckets as drones: most have one of their own.
      while (head.length < 2 * count) head = new Int32Array(2 * head.length);
      head.fill(-1);
      for (let i = 0; i < count; i++) {
        const slot = slots[i] ?? 0;
        const near = nearestSlot[slot] ?? -1;
        if (isRaised(slot) && isSilent(near, now, maxAgeMs)) silentSlot[slot] = near;
        else if (!isSilent(silentSlot[slot] ?? -1, now, maxAgeMs)) silentSlot[slot] = -1;
        nearestM[slot] = Number.NaN;
        nearestSlot[slot] = -1;
        if (inAir[slot] !== 1 || isSilent(slot, now, maxAgeMs)) continue;
        const x = Math.floor((values.lon[slot] ?? 0) / lonCell);
        const y = Math.floor((values.lat[slot] ?? 0) / latCell);
        cellX[slot] = x;
        cellY[slot] = y;
        // Only those that came before are looked up, so that each two are measured once.
        for (let dx = -1; dx <= 1; dx++)
          for (let dy = -1; dy <= 1; dy++)
            for (let other = head[toBucket(x + dx, y + dy)] ?? -1; other >= 0; other = next[other] ?? -1) {
              if (cellX[other] !== x + dx || cellY[other] !== y + dy) continue;
              const metres = measure(slot, other);
              if (metres > reachM) continue;
              note(slot, other, metres);
              note(other, slot, metres);
            }
        const bucket = toBucket(x, y);
        next[slot] = head[bucket] ?? -1;
        head[bucket] = slot;
      }
    },
  };
}
