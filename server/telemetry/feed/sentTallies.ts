import { type LinkState, linkStates } from "../../../adapters/contract/flight.ts";

/** Drones by the state of their link. */
export type LinkTally = Readonly<Record<LinkState, number>>;

/** What the frames of the last minute said of the links, by their time. */
export interface SentTallies {
  /** @param links column of the fleet @param slots of the drones in the frame */
  readonly note: (serverTime: number, links: Uint8Array, slots: Uint32Array) => void;
  readonly get: (serverTime: number) => LinkTally | undefined;
}

/** Frames that are kept: a screen reports one that is at most 15 s old. */
const keptFrames = 64;

export function createSentTallies(): SentTallies {
  const byTime = new Map<number, LinkTally>();
  return {
    note: (serverTime, links, slots) => {
      const counts = new Uint32Array(linkStates.length);
      for (const slot of slots) {
        const link = links[slot] ?? 0;
        counts[link] = (counts[link] ?? 0) + 1;
      }
      const [fresh = 0, delayed = 0, lost = 0, lastKnown = 0] = counts;
      byTime.set(serverTime, { fresh, delayed, lost, lastKnown });
      const [oldest] = byTime.keys();
      if (byTime.size > keptFrames && oldest !== undefined) byTime.delete(oldest);
    },
    get: (serverTime) => byTime.get(serverTime),
  };
}
