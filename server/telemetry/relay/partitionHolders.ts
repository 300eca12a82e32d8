import { type Holding, partitionCount } from "../../cluster/partitions.ts";

/** Who holds each partition of the drones, by what their owners tell: the newest epoch counts. */
export interface PartitionHolders {
  /**
   * Takes what an owner says it holds.
   * @returns whether it holds none, by what is known meanwhile; otherwise whether it has gained some since
   */
  readonly note: (owner: number, holdings: readonly Holding[]) => "none" | "gained" | "same";
  readonly isHeldBy: (partition: number, owner: number) => boolean;
  /** Whether an owner holds any partition. */
  readonly holdsAny: (owner: number) => boolean;
  /** The newest epoch of a partition; 0 before the first. */
  readonly getEpoch: (partition: number) => number;
}

const nobody = -1;

export function createPartitionHolders(): PartitionHolders {
  const owners = new Int32Array(partitionCount).fill(nobody);
  const epochs = new Float64Array(partitionCount);

  return {
    isHeldBy: (partition, owner) => owners[partition] === owner,
    holdsAny: (owner) => owners.includes(owner),
    getEpoch: (partition) => epochs[partition] ?? 0,
    note: (owner, holdings) => {
      const held = new Uint8Array(partitionCount);
      let outcome: ReturnType<PartitionHolders["note"]> = "none";
      for (const [first, last, epoch] of holdings)
        for (let partition = first; partition <= last; partition++) {
          const known = epochs[partition] ?? 0;
          if (epoch < known) continue;
          held[partition] = 1;
          const isGained = epoch > known || owners[partition] !== owner;
          if (isGained || outcome === "none") outcome = isGained ? "gained" : "same";
          owners[partition] = owner;
          epochs[partition] = epoch;
        }
      for (const [partition, holder] of owners.entries())
        if (holder === owner && held[partition] === 0) owners[partition] = nobody;
      return outcome;
    },
  };
}
