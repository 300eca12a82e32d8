import {
  createStanding,
  followStanding,
  type MotionReading,
  type StandingColumns,
} from "../../../adapters/contract/inTheAir.ts";

/** Remembers at which height drones without a flight stand, so that one that climbs slowly is told from one on a roof. */
interface StandingDrones {
  /** Follows the next sample of a drone. */
  readonly follow: (
    key: string,
    reading: MotionReading,
  ) => { readonly heightM: number; readonly columns: StandingColumns };
}

/** Beyond this the drone that was silent for longest is dropped. */
const maxDrones = 20_000;

export function createStandingDrones(): StandingDrones {
  // The one that was heard last comes last.
  const drones = new Map<string, StandingColumns>();
  return {
    follow: (key, reading) => {
      const columns = drones.get(key) ?? createStanding();
      drones.delete(key);
      drones.set(key, columns);
      const [oldest] = drones.keys();
      if (drones.size > maxDrones && oldest !== undefined) drones.delete(oldest);
      return { heightM: followStanding(columns, 0, reading), columns };
    },
  };
}
