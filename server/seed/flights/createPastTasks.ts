import type { TaskNumberGenerator } from "../../telemetry/flights/taskNumberGenerator.ts";
import { createPlannedTask, type TaskInsert } from "../../telemetry/simulator/createPlannedTask.ts";
import { planRoute } from "../../telemetry/simulator/routePlan.ts";
import { deriveFlightSeed } from "../../telemetry/simulator/seededRandom.ts";
import type { SimDrone } from "../../telemetry/simulator/simDrone.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const pastDays = 180;
const seed = 20_250_601;
const taskOutcomes = [
  { share: 0.86, status: "finished", reason: "航线完成" },
  { share: 0.93, status: "partial", reason: "电量不足，自动返航" },
  { share: 0.96, status: "aborted", reason: "人工中止" },
  { share: 0.98, status: "failed", reason: "强制降落" },
  { share: 1, status: "cancelled", reason: "天气原因取消" },
] as const;

/** Past tasks without tracks over the last half year, by daylight, evenly over the drones; oldest first. */
export function createPastTasks(
  simDrones: readonly SimDrone[],
  count: number,
  before: number,
  { newId, numbers, random }: { newId: () => string; numbers: TaskNumberGenerator; random: () => number },
): TaskInsert[] {
  const times = Array.from({ length: simDrones.length > 0 ? count : 0 }, () => {
    const day = Math.floor(before / dayMs) - 1 - Math.floor(random() * pastDays);
    // 7 to 18 o'clock in Shanghai.
    return day * dayMs - hourMs + Math.floor(random() * 11 * hourMs);
  }).sort((a, b) => a - b);
  return times.map((time, n): TaskInsert => {
    const drone = simDrones[n % simDrones.length];
    if (!drone) throw new Error("There is at least one drone");
    const plan = planRoute(deriveFlightSeed(seed, n % simDrones.length, n));
    const at = new Date(time);
    const row = createPlannedTask(drone, plan, { id: newId(), taskNo: numbers(at), at, now: at });
    const draw = random();
    const outcome = taskOutcomes.find(({ share }) => draw < share) ?? taskOutcomes[0];
    if (outcome.status === "cancelled") return { ...row, status: outcome.status, endReason: outcome.reason };
    return {
      ...row,
      ...createFlightFigures(row, drone, outcome.status === "finished" ? 1 : 0.3 + random() * 0.5),
      status: outcome.status,
      endReason: outcome.reason,
    };
  });
}

/** What a flight of that share of its route comes to. */
function createFlightFigures(row: TaskInsert, { base }: SimDrone, share: number): Partial<TaskInsert> {
  const length = getRouteLength(row.route) * share;
  const hovering = row.route.length * 4;
  const seconds = Math.round(length / (base.airframe.cruise * 0.85) + hovering + 90);
  const startedAt = new Date(row.plannedAt.getTime() + 20_000);
  const endedAt = new Date(startedAt.getTime() + seconds * 1_000);
  return {
    startedAt,
    endedAt,
    updatedAt: endedAt,
    durationS: seconds,
    distanceM: Math.round(length),
    maxHeightM: Math.max(...row.route.map(([, , height]) => height)),
    photoCount: Math.round(row.route.length * share * 0.6),
  };
}

/** Metres along a route, on a plane through it. */
function getRouteLength(route: TaskInsert["route"]): number {
  let length = 0;
  for (const [i, [lon, lat]] of route.entries()) {
    const [lon0, lat0] = route[i - 1] ?? [lon, lat];
    length += Math.hypot((lon - lon0) * Math.cos((lat * Math.PI) / 180), lat - lat0) * 111_320;
  }
  return length;
}
