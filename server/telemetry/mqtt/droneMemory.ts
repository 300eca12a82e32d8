import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import { type ClearedValue, clearImpossible, type LooseValues } from "../fleet/clearImpossible.ts";
import { getOrCreate } from "./boundedMap.ts";
import type { DroneValues } from "./droneProperties.ts";
import type { FlightProgress, GatewayReport } from "./messages.ts";

/** Properties that are sent when they change and hold until then. */
const heldFields = ["homeLat", "homeLon", "rcLostAction", "rthAltitude", "modeReason"] as const;
type HeldValues = Partial<Pick<DroneValues, (typeof heldFields)[number]>>;

interface Drone {
  seq: number;
  /** Of its newest message, UTC ms. */
  tSrc: number;
  phase: DroneValues["phase"];
  held: HeldValues;
  /** The signal to its gateway, with the monotonic time. */
  link: (NonNullable<GatewayReport["link"]> & { readonly at: number }) | null;
  progress: FlightProgress | null;
  /** Values that were taken as unknown since its last sample. */
  cleared: ClearedValue[];
}

/**
 * What is known of each drone besides its own regular messages. A gateway's word of a drone is not a sign of life of
 * it: it goes out with the drone's own next sample. Every value is checked when it is taken: one that cannot be is unknown.
 */
export interface DroneMemory {
  /** Stores what holds until it changes. */
  readonly hold: (droneSn: string, values: DroneValues) => void;
  readonly setLink: (droneSn: string, link: GatewayReport["link"]) => void;
  readonly setProgress: (droneSn: string, progress: FlightProgress | null) => void;
  readonly isPlanOver: (droneSn: string) => boolean;
  /** A sample of a message's values, with what else is known. */
  readonly createSample: (droneSn: string, tSrc: number, values: DroneValues) => IngestSample;
  /** The end of a plan in a sample of its own; null for a drone that has sent none. */
  readonly createEndSample: (droneSn: string) => IngestSample | null;
  /** Notes a value that is unknown, beside those that are found here. */
  readonly addCleared: (droneSn: string, cleared: ClearedValue) => void;
  /** What was taken as unknown since the last call, for the drone's next sample. */
  readonly takeCleared: (droneSn: string) => readonly ClearedValue[];
  readonly count: () => number;
}

const maxDrones = 20_000;
/** A drone may send states without samples. */
const maxCleared = 50;
/** A signal that was measured longer ago is dropped. */
const linkValidMs = 10_000;

/** An entry has numbers and words of this program only, so it has a few hundred bytes at most. */
export function createDroneMemory(monotonicMs: () => number): DroneMemory {
  const drones = new Map<string, Drone>();
  const getDrone = (droneSn: string) => getOrCreate(drones, droneSn, maxDrones, createDrone);
  const hold = (drone: Drone, values: DroneValues) => {
    const known = heldFields.filter((field) => values[field] !== undefined);
    drone.held = { ...drone.held, ...Object.fromEntries(known.map((field) => [field, values[field]])) };
  };
  const addCleared = (drone: Drone, cleared: readonly ClearedValue[]) =>
    drone.cleared.push(...cleared.slice(0, maxCleared - drone.cleared.length));
  const clear = <Values extends LooseValues>(drone: Drone, sent: Values): Values => {
    const { values, cleared } = clearImpossible(sent);
    addCleared(drone, cleared);
    return values;
  };
  return {
    hold: (droneSn, values) => {
      const drone = getDrone(droneSn);
      hold(drone, clear(drone, values));
    },
    setLink: (droneSn, link) => {
      const drone = getDrone(droneSn);
      drone.link = link && { ...clear(drone, link), at: monotonicMs() };
    },
    setProgress: (droneSn, progress) => {
      const drone = getDrone(droneSn);
      drone.progress = progress && clear(drone, progress);
    },
    addCleared: (droneSn, cleared) => addCleared(getDrone(droneSn), [cleared]),
    takeCleared: (droneSn) => {
      const drone = drones.get(droneSn);
      const cleared = drone?.cleared ?? [];
      if (drone) drone.cleared = [];
      return cleared;
    },
    isPlanOver: (droneSn) => drones.get(droneSn)?.progress?.isOver ?? false,
    createSample: (droneSn, time, sent) => {
      const drone = getDrone(droneSn);
      const values = clear(drone, sent);
      hold(drone, values);
      // Two messages of one moment: a sample must be later than the one before.
      const tSrc = time === drone.tSrc ? time + 1 : time;
      drone.seq += 1;
      drone.tSrc = tSrc;
      if (values.phase !== undefined) drone.phase = values.phase;
      return { droneSn, seq: drone.seq, tSrc, ...values, ...addKnown(drone, values, monotonicMs()) };
    },
    createEndSample: (droneSn) => {
      const drone = drones.get(droneSn);
      if (!drone?.progress || Number.isNaN(drone.tSrc)) return null;
      drone.seq += 1;
      drone.tSrc += 1;
      return {
        droneSn,
        seq: drone.seq,
        tSrc: drone.tSrc,
        phase: drone.phase ?? null,
        ...toTaskValues(drone),
      };
    },
    count: () => drones.size,
  };
}

const createDrone = (): Drone => ({
  seq: 0,
  tSrc: Number.NaN,
  phase: null,
  held: {},
  link: null,
  progress: null,
  cleared: [],
});

function toTaskValues({ held, progress }: Drone): DroneValues {
  const modeReason = progress?.endReason ?? held.modeReason ?? null;
  return { modeReason, ...(progress ? { pct: progress.pct, wp: progress.wp } : {}) };
}

/** What the message itself lacks. A group is replaced as a whole, so only groups that the message has are completed. */
function addKnown(drone: Drone, values: DroneValues, now: number): DroneValues {
  const { held, link } = drone;
  const { modeReason: _, ...navigation } = held;
  const hasNavigation = values.homeDist !== undefined || values.wind !== undefined;
  const { modeReason, ...progress } = toTaskValues(drone);
  return {
    ...(hasNavigation ? navigation : {}),
    ...(link && now - link.at <= linkValidMs ? { sdr: link.sdr, g4: link.g4 } : {}),
    ...(values.phase === undefined ? {} : progress),
    modeReason: modeReason ?? null,
  };
}
