import { and, isNull, ne } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { drones } from "../../db/schema/drone.ts";

/** What is added to the times of drones whose clocks are off by a constant. In memory, as every sample asks for it. */
export interface ClockCorrections {
  /** Reads what is stored. */
  readonly load: (db: Db) => Promise<void>;
  readonly set: (sn: string, seconds: number) => void;
  /** In seconds; 0 for most. */
  readonly get: (sn: string) => number;
  /** Samples by the right time; the same list where no clock is corrected. */
  readonly apply: <T extends TimedSample>(samples: readonly T[]) => readonly T[];
}

interface TimedSample {
  readonly droneSn: string;
  /** Drone's time, UTC ms. */
  readonly tSrc: number;
}

export function createClockCorrections(): ClockCorrections {
  const bySn = new Map<string, number>();
  const set = (sn: string, seconds: number) => {
    if (seconds === 0) bySn.delete(sn);
    else bySn.set(sn, seconds);
  };
  const get = (sn: string) => bySn.get(sn) ?? 0;
  return {
    load: async (db) => {
      const corrected = await db
        .select({ sn: drones.sn, seconds: drones.clockCorrectionS })
        .from(drones)
        .where(and(ne(drones.clockCorrectionS, 0), isNull(drones.deletedAt)));
      for (const { sn, seconds } of corrected) set(sn, seconds);
    },
    set,
    get,
    apply: (samples) =>
      bySn.size === 0
        ? samples
        : samples.map((sample) => ({ ...sample, tSrc: sample.tSrc + get(sample.droneSn) * 1_000 })),
  };
}
