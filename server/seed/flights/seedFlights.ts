import { and, asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { idMaker } from "../../ids.ts";
import { countedNumbers } from "../../telemetry/flights/taskNumbers.ts";
import { chanceOf } from "../../telemetry/simulator/chance.ts";
import { loadSimDrones } from "../../telemetry/simulator/loadSimDrones.ts";
import { flownTasks } from "./flownTasks.ts";
import { pastTasks } from "./pastTasks.ts";
import { seedDrones, seedHangars } from "./seedDevices.ts";
import { seedZones } from "./seedZones.ts";

export interface FlightScale {
  readonly hangars: number;
  readonly drones: number;
  readonly zones: number;
  readonly pastTasks: number;
  /** How many of the past tasks have tracks. */
  readonly tracked: number;
}

export const demoFlights: FlightScale = {
  hangars: 24,
  drones: 60,
  zones: 20,
  pastTasks: 3_000,
  tracked: 200,
};

const seed = 20_261_120;
/** One below the number of the other demo data, so that no two ids meet. */
const seedProcess = 1022;
const mostOwners = 40;
const tracksAtOnce = 100;
const dayMs = 86_400_000;

/**
 * Gives the demo companies hangars, drones, zones and past flights, the same for the same `now` and companies;
 * does nothing where there are hangars already.
 */
export async function seedFlights(db: Db, now: Date, scale: FlightScale = demoFlights): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [{ known = 0 } = {}] = await tx.select({ known: count() }).from(hangars);
    if (known > 0) return false;
    const owners = await tx
      .select()
      .from(companies)
      .where(
        and(
          isNull(companies.deletedAt),
          eq(companies.status, "normal"),
          isNotNull(companies.lng),
          isNotNull(companies.lat),
        ),
      )
      .orderBy(asc(companies.id))
      .limit(mostOwners);
    const frame = { now, newId: idMaker(() => now, seedProcess), chance: chanceOf(seed) };
    const homes = seedHangars(frame, owners, scale.hangars);
    const aircraft = seedDrones(frame, owners, homes, scale.drones);
    await insertAll(tx, hangars, homes);
    await insertAll(tx, drones, aircraft);
    await insertAll(tx, controlZones, seedZones(frame, homes, scale.zones));

    const own = await loadSimDrones(tx, scale.drones);
    if (own.length === 0) return true;
    const make = { ...frame, numbers: countedNumbers() };
    const yesterday = Math.floor(now.getTime() / dayMs) * dayMs - dayMs;
    const past = pastTasks(own, scale.pastTasks - scale.tracked, yesterday, make);
    const flown = flownTasks(own, scale.tracked, yesterday, make);
    await insertAll(tx, tasks, past);
    await insertAll(tx, tasks, flown.tasks);
    // Bytes cannot go the way of the others, as JSON.
    for (let start = 0; start < flown.tracks.length; start += tracksAtOnce)
      await tx.insert(taskTracks).values(flown.tracks.slice(start, start + tracksAtOnce));
    await insertAll(tx, taskEvents, flown.events);
    return true;
  });
}
