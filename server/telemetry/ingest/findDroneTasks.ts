import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { IngestSample } from "../../../adapters/contract/telemetry.ts";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { drones } from "../../db/schema/drone.ts";
import { tasks } from "../../db/schema/task.ts";
import { buildSearchText } from "../../records/searchText.ts";
import type { Rejection } from "../fleet/validateSamples.ts";
import type { TaskInsert, TaskRecord, TaskSummary } from "../flights/openTasks.ts";
import type { LiveService } from "../liveService.ts";

export interface IngestServices {
  readonly db: Db;
  readonly live: LiveService;
  readonly newId: () => string;
  readonly now: Date;
}

/** A task for a drone's samples, with the record to store where it is a new one. */
interface DroneTask {
  readonly companyId: string;
  readonly task: TaskSummary;
  readonly newRecord?: TaskInsert;
}

/** A drone that may send, and is on the ground. */
interface DroneOnGround {
  readonly companyId: string;
  readonly task: null;
}

/** A drone that may not send; without a company it is not registered. */
interface RefusedDrone {
  readonly companyId: string | null;
  readonly rejection: Rejection;
}

/** A planned task adopts a flight that starts this near to its plan. */
const adoptionWindowMs = 30 * 60_000;

type Registered = {
  readonly drone: typeof drones.$inferSelect;
  readonly company: typeof companies.$inferSelect;
};

/**
 * The task of each sample's drone: the one that is running, otherwise the one planned nearest to now, otherwise a new
 * 未登记任务. None where the drone is on the ground. In the order of the samples.
 * @param opensTask whether what a drone sends may open a task, by its serial number
 * @param senderCompanyId null where any registered drone may send
 */
export async function findDroneTasks(
  services: IngestServices,
  senderCompanyId: string | null,
  samples: readonly IngestSample[],
  opensTask: (droneSn: string) => boolean,
): Promise<(DroneTask | DroneOnGround | RefusedDrone)[]> {
  const { db, live, now } = services;
  const serialNumbers = [...new Set(samples.map(({ droneSn }) => droneSn))];
  const registered = await db
    .select({ drone: drones, company: companies })
    .from(drones)
    .innerJoin(companies, eq(companies.id, drones.companyId))
    .where(
      and(
        inArray(drones.sn, serialNumbers),
        isNull(drones.deletedAt),
        senderCompanyId === null ? undefined : eq(drones.companyId, senderCompanyId),
      ),
    );
  const byDrone = new Map(registered.map((found) => [found.drone.sn, found]));
  const openTasks = await db
    .select()
    .from(tasks)
    .where(
      and(
        inArray(tasks.droneSn, [...byDrone.keys()]),
        inArray(tasks.status, ["planned", "running"]),
        eq(tasks.source, "device"),
        isNull(tasks.deletedAt),
      ),
    )
    .orderBy(asc(tasks.plannedAt), asc(tasks.id));
  const tasksByDrone = Map.groupBy(openTasks, ({ droneSn }) => droneSn);
  const getTaskNumber = await live.getTaskNumbers();
  const created = new Map<string, DroneTask>();
  return samples.map(({ droneSn, taskId }): DroneTask | DroneOnGround | RefusedDrone => {
    const found = byDrone.get(droneSn);
    if (!found) return { companyId: null, rejection: { reason: "unregistered", field: "droneSn" } };
    const companyId = found.company.id;
    const own = (tasksByDrone.get(droneSn) ?? []).filter((task) => task.companyId === companyId);
    const isFrozen = found.company.status === "frozen";
    const task = taskId === undefined ? chooseTask(own, now) : own.find(({ id }) => id === taskId);
    // A frozen company's flights in the air are followed until they land; it starts no new ones.
    if (isFrozen && task?.status !== "running")
      return { companyId, rejection: { reason: "companyFrozen", field: null } };
    if (!task && taskId !== undefined) return { companyId, rejection: { reason: "noTask", field: "taskId" } };
    // Not even a number is drawn for a task that will not be.
    if (!opensTask(droneSn)) return { companyId, task: null };
    if (task) return { companyId, task };
    const fresh = created.get(droneSn) ?? createUnplannedTask(found, services, getTaskNumber(now));
    created.set(droneSn, fresh);
    return fresh;
  });
}

function chooseTask(own: readonly TaskRecord[], now: Date): TaskRecord | undefined {
  const running = own.find(({ status }) => status === "running");
  if (running) return running;
  const getDistance = ({ plannedAt }: TaskRecord) =>
    plannedAt ? Math.abs(plannedAt.getTime() - now.getTime()) : Number.POSITIVE_INFINITY;
  return own
    .filter((task) => getDistance(task) <= adoptionWindowMs)
    .toSorted((a, b) => getDistance(a) - getDistance(b))[0];
}

/** The task of a flight that nobody had planned. */
function createUnplannedTask(
  { drone, company }: Registered,
  { newId, now }: IngestServices,
  taskNo: string,
): DroneTask {
  const name = "未登记任务";
  const newRecord = {
    id: newId(),
    createdAt: now,
    updatedAt: now,
    taskNo,
    name,
    kind: "other" as const,
    status: "planned" as const,
    source: "device" as const,
    companyId: company.id,
    companyName: company.name,
    pilotName: "",
    pilotPhone: "",
    droneSn: drone.sn,
    droneModel: drone.model,
    hangarId: null,
    route: [],
    airspace: null,
    uomStatus: "unknown" as const,
    plannedAt: null,
    search: buildSearchText(taskNo, name, company.name, drone.sn),
  };
  return { companyId: company.id, task: { ...newRecord, startedAt: null }, newRecord };
}
