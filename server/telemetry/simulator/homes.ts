import { inArray } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { hangars } from "../../db/schema/hangar.ts";
import type { SimDrone } from "./simDrone.ts";

/** The hangars of simulated drones, as the database last told of them. */
export interface Homes {
  /** Whether the drone may take off: not from a hangar that is out of service. */
  readonly fit: (drone: SimDrone) => boolean;
  /** The hangar that speaks for the drone; null from the field, and where another drone lives in it by now. */
  readonly of: (drone: SimDrone) => { readonly id: string } | null;
  /** Reads them anew. */
  readonly look: () => Promise<void>;
}

/** Reads the hangars of a fleet. */
export async function openHomes(db: Db, fleet: readonly SimDrone[]): Promise<Homes> {
  const ids = fleet.flatMap(({ hangar }) => hangar?.id ?? []);
  const known = new Map<string, { readonly droneSn: string; readonly isOut: boolean }>();
  const look = async () => {
    if (ids.length === 0) return;
    const { id, droneSn, status, deletedAt } = hangars;
    const records = await db
      .select({ id, droneSn, status, deletedAt })
      .from(hangars)
      .where(inArray(hangars.id, ids));
    for (const record of records)
      known.set(record.id, {
        droneSn: record.deletedAt === null ? record.droneSn : "",
        isOut: record.deletedAt !== null || record.status === "service",
      });
  };
  await look();
  return {
    fit: ({ hangar }) => hangar === null || known.get(hangar.id)?.isOut !== true,
    of: ({ hangar, droneSn }) =>
      hangar !== null && known.get(hangar.id)?.droneSn === droneSn ? hangar : null,
    look,
  };
}
