import type { RoutePoint } from "../../adapters/contract/task.ts";
import { buildSearchText } from "../../server/records/searchText.ts";
import type { TaskInsert } from "../../server/telemetry/flights/openTasks.ts";
import { degreesPerMetreNorth } from "./drones.ts";
import type { RoutePlan } from "./routePlan.ts";
import { createSeededRandom } from "./seededRandom.ts";
import type { SimDrone } from "./simDrone.ts";

const taskNamesByKind: Readonly<Record<RoutePlan["kind"], readonly string[]>> = {
  patrol: ["输电线路巡检", "光伏电站巡检", "河道巡查", "油气管线巡检", "高速公路巡查"],
  survey: ["地形测绘", "工地土方测量", "农田长势监测"],
  security: ["园区安防巡逻", "边界巡防", "大型活动安保"],
  logistics: ["医疗物资配送", "山区快件转运"],
  rescue: ["山林搜救演练", "水域搜救演练"],
};
/** So that a task draws other values than its route. */
const taskSeed = 0x5bd1e995;
const hourMs = 3_600_000;
const permitCeilingM = 150;

/** Creates the planned task of a simulated drone's next flight. */
export function createPlannedTask(
  drone: SimDrone,
  plan: RoutePlan,
  { id, taskNo, at, now }: { id: string; taskNo: string; at: Date; now: Date },
): TaskInsert & { readonly plannedAt: Date } {
  const random = createSeededRandom(plan.seed ^ taskSeed);
  const { base, company, pilot, hangar } = drone;
  const choices = taskNamesByKind[plan.kind];
  const name = `${company.shortName}${choices[Math.floor(random() * choices.length)] ?? ""}`;
  const isControlled = random() < 0.15;
  const reportedRoll = random();
  return {
    id,
    createdAt: now,
    updatedAt: now,
    taskNo,
    name,
    kind: plan.kind,
    status: "planned",
    source: "simulator",
    companyId: company.id,
    companyName: company.name,
    pilotId: pilot.id,
    pilotName: pilot.name,
    pilotPhone: pilot.phone,
    droneSn: drone.droneSn,
    droneModel: base.airframe.model,
    hangarId: hangar?.id ?? null,
    hangarName: hangar?.name ?? "",
    route: toRoute(drone, plan),
    lng: base.lon,
    lat: base.lat,
    airspace: isControlled ? "controlled" : "suitable",
    permitNo: isControlled
      ? `空域批〔${at.getUTCFullYear()}〕${String(Math.floor(random() * 9_000) + 1_000)}号`
      : "",
    permitFrom: isControlled ? new Date(at.getTime() - hourMs) : null,
    permitTo: isControlled ? new Date(at.getTime() + 4 * hourMs) : null,
    permitCeiling: isControlled ? permitCeilingM : null,
    uomStatus: reportedRoll < 0.9 ? "reported" : reportedRoll < 0.97 ? "unreported" : "unknown",
    plannedAt: at,
    startedAt: null,
    endedAt: null,
    durationS: null,
    distanceM: null,
    maxHeightM: null,
    alarmCount: 0,
    photoCount: 0,
    endReason: "",
    search: buildSearchText(taskNo, name, company.name, pilot.name, drone.droneSn),
  };
}

/** Take-off point, waypoints, and the take-off point again. */
function toRoute({ base }: SimDrone, { waypoints }: RoutePlan): RoutePoint[] {
  const east = degreesPerMetreNorth / Math.cos((base.lat * Math.PI) / 180);
  const toPoint = (x: number, y: number, h: number): RoutePoint => [
    roundDegrees(base.lon + x * east),
    roundDegrees(base.lat + y * degreesPerMetreNorth),
    Math.round(h),
  ];
  return [toPoint(0, 0, 0), ...waypoints.map(({ x, y, h }) => toPoint(x, y, h)), toPoint(0, 0, 0)];
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
