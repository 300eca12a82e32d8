import { and, asc, count, eq, isNotNull, isNull } from "drizzle-orm";
import { createIdGenerator } from "../../createIdGenerator.ts";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { hangars } from "../../db/schema/hangar.ts";
import { tasks } from "../../db/schema/task.ts";
import { taskEvents, taskTracks } from "../../db/schema/taskTrack.ts";
import { controlZones } from "../../db/schema/zone.ts";
import { createTaskNumberGenerator } from "../../telemetry/flights/taskNumberGenerator.ts";
import { loadSimDrones } from "../../telemetry/simulator/loadSimDrones.ts";
import { createSeededRandom } from "../../telemetry/simulator/seededRandom.ts";
import { createPastTasks } from "./createPastTasks.ts";
import { seedDrones, seedHangars } from "./seedDevices.ts";
import { seedZones } from "./seedZones.ts";
import { simulateTasks } from "./simulateTasks.ts";

export interface FlightScale {
  readonly hangars: number;
  readonly drones: number;
  readonly zones: number;
  readonly pastTasks: number;
  /** How many of the past tasks have tracks. */
  readonly trackedTasks: number;
}

export const demoFlightScale: FlightScale = {
  hangars: 24,
  drones: 60,
  zones: 20,
  pastTasks: 3_000,
  trackedTasks: 200,
};

const seed = 20_261_120;
/** One below the number of the other demo data, so that no two ids meet. */
const seedProcess = 1022;
const maxOwners = 40;
const trackBatchSize = 100;
const dayMs = 86_400_000;

/**
 * Gives the demo companies hangars, drones, zones and past flights, the same for the same `now` and companies;
 * does nothing where there are hangars already.
 */
export async function seedFlights(db: Db, now: Date, scale: FlightScale = demoFlightScale): Promise<boolean> {
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
      .limit(maxOwners);
    const context = {
      now,
      newId: createIdGenerator(() => now, seedProcess),
      random: createSeededRandom(seed),
    };
    const seededHangars = seedHangars(context, owners, scale.hangars);
    const seededDrones = seedDrones(context, owners, seededHangars, scale.drones);
    await insertAll(tx, hangars, seededHangars);
    await insertAll(tx, drones, seededDrones);
    await insertAll(tx, controlZones, seedZones(context, seededHangars, scale.zones));

    const simDrones = await loadSimDrones(tx, scale.drones);
    if (simDrones.length === 0) return true;
    const taskContext = { ...context, numbers: createTaskNumberGenerator() };
    const yesterday = Math.floor(now.getTime() / dayMs) * dayMs - dayMs;
    const pastRows = createPastTasks(simDrones, scale.pastTasks - scale.trackedTasks, yesterday, taskContext);
    const simulated = simulateTasks(simDrones, scale.trackedTasks, yesterday, taskContext);
    await insertAll(tx, tasks, pastRows);
    await insertAll(tx, tasks, simulated.tasks);
    // Bytes cannot go the way of the others, as JSON.
    for (let start = 0; start < simulated.tracks.length; start += trackBatchSize)
      await tx.insert(taskTracks).values(simulated.tracks.slice(start, start + trackBatchSize));
    await insertAll(tx, taskEvents, simulated.events);
    return true;
  });
}
