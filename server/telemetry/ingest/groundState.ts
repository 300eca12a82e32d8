import {
  airborneHeightM,
  createMotion,
  followMotion,
  type MotionColumns,
  type MotionReading,
  moves,
  opposesGround,
  toPhaseClaim,
} from "../../../adapters/contract/inTheAir.ts";
import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import { startsFlight } from "../flights/flightPhases.ts";
import { createGroundTrails } from "./groundTrail.ts";
import { createStandingDrones } from "./standingDrones.ts";

/** The state of a drone without a flight; `unknown` where it has neither phase nor enough else. */
export type GroundState = "onGround" | "unknown" | "flying";

const order: readonly GroundState[] = ["onGround", "unknown", "flying"];

/** Whether its drone flies by this sample alone: by phase or else by speed and height. */
export const getGroundState = (sample: IngestSample): GroundState => toGroundState(sample, toReading(sample));

function toGroundState({ phase, hRel, hAgl }: IngestSample, reading: MotionReading): GroundState {
  const { claim, speedMs } = reading;
  // A height over where it was first seen does not tell that it stands.
  const heightM = hRel ?? hAgl ?? Number.NaN;
  if (phase && claim !== null) return startsFlight(phase) ? "flying" : "onGround";
  if (moves(reading)) return "flying";
  if (Number.isNaN(speedMs) && heightM > airborneHeightM) return "flying";
  return heightM <= airborneHeightM ? "onGround" : "unknown";
}

const toReading = ({ phase, hRel, hAgl, vH, vV, tSrc }: IngestSample): MotionReading => ({
  claim: toPhaseClaim(phase),
  heightM: hRel ?? hAgl ?? Number.NaN,
  speedMs: vH ?? Number.NaN,
  climbMs: vV ?? Number.NaN,
  atMs: tSrc,
});

interface WatchedDrone {
  readonly companyId: string | null;
  readonly droneSn: string;
  readonly motion: MotionColumns;
  /** Its samples since it is watched, which belong to the flight if it flies. */
  readonly held: IngestSample[];
  /** Drone's time of the last one, UTC ms. */
  lastAtMs: number;
}

/** What was seen of a drone before its flight was recognised. */
interface TakenDrone {
  /** What was kept, oldest first. */
  readonly samples: readonly IngestSample[];
  readonly sight: TakeOffSight;
}

/** What the samples before a flight tell of it. */
export interface TakeOffSight {
  /** Whether height and speed have shown the flight against its phase. */
  readonly isContradicted: boolean;
  /** Height over the ellipsoid where the drone stood; NaN where it is not known. */
  readonly groundHEllM: number;
}

/** Recognizes flights that no single sample shows, of drones that have none: by what is so for 5 s. */
export interface TakeOffWatch {
  /** By serial number, the state of its samples, flying before others: a drone that takes off within a batch flies. */
  readonly judge: (
    companyId: string | null,
    samples: readonly IngestSample[],
  ) => ReadonlyMap<string, GroundState>;
  /** Keeps a sample that opened nothing, where its drone may turn out to fly; false where it is not watched. */
  readonly hold: (companyId: string | null, sample: IngestSample) => boolean;
  /** What was kept of a drone that flies; it is not watched any more. */
  readonly take: (companyId: string | null, droneSn: string) => TakenDrone;
  /** Watches a drone again after a restart, with what was kept of it. */
  readonly restore: (companyId: string | null, samples: readonly IngestSample[]) => void;
}

interface TakeOffWatchOptions {
  /** Whether a drone's flight is under way: then its samples are followed there. */
  readonly hasFlight: (droneSn: string) => boolean;
  /** Told all that is kept of a drone, each time that changes. */
  readonly onHeld: (companyId: string | null, droneSn: string, samples: readonly IngestSample[]) => void;
}

/** Anybody's drones may hover: beyond this the longest watched is dropped. */
const maxWatched = 10_000;
/** A sample ten times a second for as long as it takes to be sure, and some time more. */
const maxHeld = 100;
/** After a longer pause, or with a clock that was set back, what was seen before proves nothing. */
const maxPauseMs = 30_000;

export function createTakeOffWatch({ hasFlight, onHeld }: TakeOffWatchOptions): TakeOffWatch {
  // By company, as others may name the same serial number.
  const watched = new Map<string, WatchedDrone>();
  const trails = createGroundTrails();
  const standing = createStandingDrones();
  const toKey = (companyId: string | null, droneSn: string) => `${companyId} ${droneSn}`;

  /** Returns what was kept. */
  function forget(key: string): readonly IngestSample[] {
    const drone = watched.get(key);
    if (!drone) return [];
    watched.delete(key);
    if (drone.held.length > 0) onHeld(drone.companyId, drone.droneSn, []);
    return drone.held;
  }

  function follow(companyId: string | null, sample: IngestSample): GroundState {
    const key = toKey(companyId, sample.droneSn);
    const isFollowed = hasFlight(sample.droneSn);
    const reading = isFollowed ? toReading(sample) : trails.complete(key, toReading(sample), sample);
    const state = toGroundState(sample, reading);
    const pauseMs = reading.atMs - (watched.get(key)?.lastAtMs ?? reading.atMs);
    if (pauseMs < 0 || pauseMs > maxPauseMs) forget(key);
    if (isFollowed) trails.forget(key);
    if (state === "flying" || isFollowed) return state;
    const standsAt = standing.follow(key, reading);
    const mayFly =
      state === "unknown" ? reading.heightM > airborneHeightM : opposesGround(reading, standsAt.heightM);
    if (!mayFly) {
      forget(key);
      return state;
    }
    const drone = watched.get(key) ?? {
      companyId,
      droneSn: sample.droneSn,
      motion: { ...createMotion(), ...standsAt.columns },
      held: [],
      lastAtMs: reading.atMs,
    };
    if (!watched.has(key)) {
      const [oldest] = watched.keys();
      if (watched.size >= maxWatched && oldest !== undefined) forget(oldest);
      watched.set(key, drone);
    }
    drone.lastAtMs = reading.atMs;
    followMotion(drone.motion, 0, reading);
    return drone.motion.isInAir[0] === 1 ? "flying" : state;
  }

  const hold: TakeOffWatch["hold"] = (companyId, sample) => {
    const drone = watched.get(toKey(companyId, sample.droneSn));
    if (drone && drone.held.length < maxHeld) {
      drone.held.push(sample);
      onHeld(companyId, drone.droneSn, [...drone.held]);
    }
    return drone !== undefined;
  };

  return {
    judge: (companyId, samples) => {
      const states = new Map<string, GroundState>();
      for (const sample of samples) {
        const { droneSn } = sample;
        const [state, known] = [follow(companyId, sample), states.get(droneSn)];
        if (known === undefined || order.indexOf(state) > order.indexOf(known)) states.set(droneSn, state);
      }
      return states;
    },
    hold,
    take: (companyId, droneSn) => {
      const key = toKey(companyId, droneSn);
      const isContradicted = watched.get(key)?.motion.isContradicted[0] === 1;
      const sight = { isContradicted, groundHEllM: trails.getGround(key) };
      return { samples: forget(key), sight };
    },
    restore: (companyId, samples) => {
      for (const sample of samples) {
        follow(companyId, sample);
        hold(companyId, sample);
      }
      // Its flight is under way.
      const [{ droneSn } = { droneSn: "" }] = samples;
      if (!watched.has(toKey(companyId, droneSn))) onHeld(companyId, droneSn, []);
    },
  };
}
