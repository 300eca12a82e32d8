import { inArray } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { hangars } from "../../db/schema/hangar.ts";
import type { SimDrone } from "./simDrone.ts";

/** The hangars of simulated drones, as of the last read of the database. */
export interface SimHangars {
  /** Whether the drone may take off: not from a hangar that is out of service. */
  readonly canTakeOff: (drone: SimDrone) => boolean;
  /** The hangar that speaks for the drone; null from the field, and where another drone lives in it by now. */
  readonly getHangar: (drone: SimDrone) => { readonly id: string } | null;
  /** Reads them anew. */
  readonly refresh: () => Promise<void>;
}

/** Reads the hangars of a fleet. */
export async function loadSimHangars(db: Db, fleet: readonly SimDrone[]): Promise<SimHangars> {
  const ids = fleet.flatMap(({ hangar }) => hangar?.id ?? []);
  const stateById = new Map<string, { readonly droneSn: string; readonly isOut: boolean }>();
  const refresh = async () => {
    if (ids.length === 0) return;
    const { id, droneSn, status, deletedAt } = hangars;
    const records = await db
      .select({ id, droneSn, status, deletedAt })
      .from(hangars)
      .where(inArray(hangars.id, ids));
    for (const record of records)
      stateById.set(record.id, {
        droneSn: record.deletedAt === null ? record.droneSn : "",
        isOut: record.deletedAt !== null || record.status === "service",
      });
  };
  await refresh();
  return {
    canTakeOff: ({ hangar }) => hangar === null || stateById.get(hangar.id)?.isOut !== true,
    getHangar: ({ hangar, droneSn }) =>
      hangar !== null && stateById.get(hangar.id)?.droneSn === droneSn ? hangar : null,
    refresh,
  };
}
