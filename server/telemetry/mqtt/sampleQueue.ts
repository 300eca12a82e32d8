import type { IngestSample } from "../../../adapters/contract/telemetry.ts";

/** Samples that wait for the next batch. */
export interface SampleQueue {
  readonly add: (sample: IngestSample) => void;
  readonly take: (count: number) => readonly IngestSample[];
  readonly count: () => number;
  /** How many were dropped since the last call. */
  readonly takeDropped: () => number;
}

const maxSamples = 20_000;
/** Dropped at once where it is full. */
const droppedSamples = 1_000;

/** Where more comes than can be processed, the oldest samples are dropped: newer ones show where the drones are. */
export function createSampleQueue(): SampleQueue {
  let waiting: IngestSample[] = [];
  let dropped = 0;
  return {
    add: (sample) => {
      if (waiting.length >= maxSamples) dropped += waiting.splice(0, droppedSamples).length;
      waiting.push(sample);
    },
    take: (count) => {
      const taken = waiting.slice(0, count);
      waiting = waiting.slice(count);
      return taken;
    },
    count: () => waiting.length,
    takeDropped: () => {
      const count = dropped;
      dropped = 0;
      return count;
    },
  };
}
