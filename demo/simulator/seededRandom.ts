/** Creates a random number generator, 0 to below 1, deterministic by seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Hashes drone and flight number into a seed. */
export const deriveFlightSeed = (seed: number, drone: number, flight: number): number =>
  (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(drone + 1, 0xc2b2ae35) ^
    Math.imul(flight + 1, 0x27d4eb2f)) >>>
  0;
