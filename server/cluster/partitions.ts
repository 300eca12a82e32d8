/**
 * Drones are spread over so many partitions by their serial number. It stays as it is: what is stored or told of a
 * partition holds for the same drones in every build.
 */
export const partitionCount = 1_024;

/** Partitions from the first to the last number, and the epoch in which their owner has them. */
export type Holding = readonly [first: number, last: number, epoch: number];

const [fnvOffset, fnvPrime] = [0x811c9dc5, 0x01000193];

/** The partition of a drone, 0 to 1023. */
export function partitionOf(droneSn: string): number {
  let hash = fnvOffset;
  for (let i = 0; i < droneSn.length; i++) hash = Math.imul(hash ^ droneSn.charCodeAt(i), fnvPrime);
  // The lowest bits of such a hash follow from the lowest bits of the text alone.
  return ((hash >>> 22) ^ (hash >>> 11) ^ hash) & (partitionCount - 1);
}
