import type { RoutePoint, TaskRow } from "../../../adapters/contract/task.ts";
import type { tasks } from "../../db/schema/task.ts";
import { searchText } from "../../modules/pinyinOrder.ts";
import { chanceOf } from "./chance.ts";
import { degreesNorth } from "./drones.ts";
import type { RoutePlan } from "./routePlan.ts";
import type { SimDrone } from "./simDrone.ts";

export type TaskInsert = typeof tasks.$inferInsert;

const names: Readonly<Record<TaskRow["kind"], readonly string[]>> = {
  patrol: ["输电线路巡检", "光伏电站巡检", "河道巡查", "油气管线巡检", "高速公路巡查"],
  survey: ["地形测绘", "工地土方测量", "农田长势监测"],
  security: ["园区安防巡逻", "边界巡防", "大型活动安保"],
  logistics: ["医疗物资配送", "山区快件转运"],
  rescue: ["山林搜救演练", "水域搜救演练"],
};
const hourMs = 3_600_000;
const permitCeilingM = 150;

/** The task of a simulated drone's next flight, not yet begun. */
export function plannedTask(
  drone: SimDrone,
  plan: RoutePlan,
  { id, taskNo, at, now }: { id: string; taskNo: string; at: Date; now: Date },
): TaskInsert {
  const chance = chanceOf(Number(BigInt(at.getTime()) % 4_294_967_296n) ^ drone.droneSn.length);
  const { base, company, pilot, hangar } = drone;
  const choices = names[plan.kind];
  const name = `${company.shortName}${choices[Math.floor(chance() * choices.length)] ?? ""}`;
  const controlled = chance() < 0.15;
  const reported = chance();
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
    route: routeOf(drone, plan),
    lng: base.lon,
    lat: base.lat,
    airspace: controlled ? "controlled" : "suitable",
    permitNo: controlled
      ? `空域批〔${at.getUTCFullYear()}〕${String(Math.floor(chance() * 9_000) + 1_000)}号`
      : "",
    permitFrom: controlled ? new Date(at.getTime() - hourMs) : null,
    permitTo: controlled ? new Date(at.getTime() + 4 * hourMs) : null,
    permitCeiling: controlled ? permitCeilingM : null,
    uomStatus: reported < 0.9 ? "reported" : reported < 0.97 ? "unreported" : "unknown",
    plannedAt: at,
    startedAt: null,
    endedAt: null,
    durationS: null,
    distanceM: null,
    maxHeightM: null,
    alarmCount: 0,
    photoCount: 0,
    endReason: "",
    search: searchText(taskNo, name, company.name, pilot.name, drone.droneSn),
  };
}

/** Take-off point, waypoints, and back. */
function routeOf({ base }: SimDrone, { waypoints }: RoutePlan): RoutePoint[] {
  const east = degreesNorth / Math.cos((base.lat * Math.PI) / 180);
  const place = (x: number, y: number, h: number): RoutePoint => [
    round(base.lon + x * east),
    round(base.lat + y * degreesNorth),
    Math.round(h),
  ];
  return [place(0, 0, 0), ...waypoints.map(({ x, y, h }) => place(x, y, h)), place(0, 0, 0)];
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
