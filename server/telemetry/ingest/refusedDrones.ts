import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import type { Rejection } from "../fleet/validateSamples.ts";
import { getGroundState } from "./groundState.ts";

/** A registered drone whose samples are all refused: since the last one that was accepted, or since its first. */
interface RefusedRun {
  readonly companyId: string;
  readonly sn: string;
  /** Server's time of its first and its newest refusal, and of the newest of which the sample shows a flight. */
  readonly since: number;
  lastAt: number;
  flyingAt: number;
  count: number;
  /** Of the newest refusal. */
  rejection: Rejection;
}

export type RefusedDrone = Readonly<RefusedRun>;

/** Finds drones that fly while nothing of what they send is accepted: nobody else would know. */
export interface RefusedDrones {
  /** @param rejection null for a sample that was accepted, which ends the run */
  readonly add: (at: number, companyId: string, sample: IngestSample, rejection: Rejection | null) => void;
  /**
   * Those that send now, in the order of their first refusal.
   * @param hasFlight whether a drone has a flight in the air, whatever it says itself
   */
  readonly list: (
    now: number,
    hasFlight: (companyId: string, sn: string) => boolean,
  ) => readonly RefusedDrone[];
}

/** Fewer refusals in a row, or in a shorter time, are a jump of the receiver or a backlog in the wrong order. */
const minCount = 3;
const minRunMs = 10_000;
/** Who was silent for so long does not send any more. */
const silentMs = 60_000;
const maxRuns = 10_000;

export function createRefusedDrones(): RefusedDrones {
  /** By company and serial number; the oldest first. */
  const runs = new Map<string, RefusedRun>();
  return {
    add: (at, companyId, sample, rejection) => {
      const key = `${companyId} ${sample.droneSn}`;
      const known = runs.get(key);
      if (!rejection || (known && at - known.lastAt > silentMs)) runs.delete(key);
      if (!rejection) return;
      let run = runs.get(key);
      if (!run) {
        const [oldest] = runs.size >= maxRuns ? runs.keys() : [];
        if (oldest !== undefined) runs.delete(oldest);
        const start = { companyId, sn: sample.droneSn, since: at, lastAt: at, count: 0, rejection };
        run = { ...start, flyingAt: Number.NEGATIVE_INFINITY };
        runs.set(key, run);
      }
      run.lastAt = at;
      run.count += 1;
      run.rejection = rejection;
      if (getGroundState(sample) === "flying") run.flyingAt = at;
    },
    list: (now, hasFlight) => {
      for (const [key, { lastAt }] of runs) if (now - lastAt > silentMs) runs.delete(key);
      return [...runs.values()].filter(
        ({ companyId, sn, since, lastAt, flyingAt, count }) =>
          count >= minCount &&
          lastAt - since >= minRunMs &&
          (now - flyingAt <= silentMs || hasFlight(companyId, sn)),
      );
    },
  };
}
