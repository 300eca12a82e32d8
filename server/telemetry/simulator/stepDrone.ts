import { type Drones, faults, stages } from "./drones.ts";
import { mostWaypoints } from "./routePlan.ts";

const radians = Math.PI / 180;
/** Sideways acceleration in a turn and along the way, m/s². */
const turning = 3;
const braking = 2;
const lifting = 1.5;
const safeHeight = 20;
export const returnHeight = 100;
const preparingS = 20;
const landedS = 12;

/** Moves one drone on by `dt` seconds; `seconds` is the time of day for the wind. */
export function stepDrone(drones: Drones, d: number, dt: number, seconds: number): void {
  const stage = drones.stage[d] ?? 0;
  drones.inStage[d] = (drones.inStage[d] ?? 0) + dt;
  if (stage === stages.charging) return charge(drones, d, dt);
  if (stage === stages.landed) return;
  if (stage === stages.preparing) {
    if ((drones.inStage[d] ?? 0) >= preparingS) enter(drones, d, stages.takeoff);
    return;
  }
  const wind = drones.wind.speed(d, seconds);
  drain(drones, d, dt, wind);
  if (stage === stages.takeoff) takeOff(drones, d, dt);
  else if (stage === stages.mission) fly(drones, d, dt, wind);
  else if (stage === stages.hover) hover(drones, d, dt);
  else if (stage === stages.returning) goHome(drones, d, dt, wind);
  else land(drones, d, dt);
  if (
    drones.returnReason[d] === 0 &&
    (stage === stages.mission || stage === stages.hover) &&
    low(drones, d)
  ) {
    drones.returnReason[d] = 1;
    enter(drones, d, stages.returning);
  }
}

export function enter(drones: Drones, d: number, stage: number): void {
  drones.stage[d] = stage;
  drones.inStage[d] = 0;
}

/** Whether a landed drone has stood long enough for its flight to be over. */
export const isOver = (drones: Drones, d: number): boolean =>
  drones.stage[d] === stages.landed && (drones.inStage[d] ?? 0) >= landedS;

/** Percent needed to come home from here, with a reserve for the landing. */
export function returnPercent(drones: Drones, d: number): number {
  const airframe = drones.bases[d]?.airframe;
  if (!airframe) return 0;
  const far = Math.hypot(drones.x[d] ?? 0, drones.y[d] ?? 0);
  const seconds = far / airframe.cruise + (drones.h[d] ?? 0) / airframe.sink + 40;
  return (seconds / airframe.endurance) * 115 + 8;
}

const low = (drones: Drones, d: number) => (drones.battery[d] ?? 0) <= returnPercent(drones, d) + 3;

function charge(drones: Drones, d: number, dt: number): void {
  const rate = drones.bases[d]?.airframe.charge ?? 0;
  drones.battery[d] = Math.min(100, (drones.battery[d] ?? 0) + (rate * dt) / 60);
}

/** Power grows with the square of the speed through the air, and with climbing. */
function drain(drones: Drones, d: number, dt: number, wind: number): void {
  const endurance = drones.bases[d]?.airframe.endurance ?? 1;
  const through = ((drones.speed[d] ?? 0) + wind * 0.4) / 15;
  const load = 0.9 + 0.35 * through * through + 0.09 * Math.max(0, drones.climb[d] ?? 0);
  drones.battery[d] = Math.max(0, (drones.battery[d] ?? 0) - ((100 * dt) / endurance) * load);
}

function takeOff(drones: Drones, d: number, dt: number): void {
  rise(drones, d, dt, safeHeight + 2);
  if ((drones.h[d] ?? 0) >= safeHeight) enter(drones, d, stages.mission);
}

function fly(drones: Drones, d: number, dt: number, wind: number): void {
  const at = d * mostWaypoints + (drones.target[d] ?? 0);
  const [tx, ty] = [drones.wx[at] ?? 0, drones.wy[at] ?? 0];
  const stop = (drones.hover[at] ?? 0) > 0;
  const active = drones.faults[d] ?? 0;
  rise(drones, d, dt, drones.wh[at] ?? safeHeight);
  if (active & faults.stalled) return slow(drones, d, dt);
  if (active & faults.zoneBreach) {
    steer(drones, d, dt, drones.forbiddenX[d] ?? 0, drones.forbiddenY[d] ?? 0, false, wind);
    return;
  }
  // Drifting: it flies to a place beside the waypoint, 80 m off the route.
  const aside = active & faults.drift ? 80 : 0;
  const left = steer(drones, d, dt, tx + aside, ty + aside, stop, wind);
  drones.done[d] = Math.max(
    drones.done[d] ?? 0,
    Math.min(drones.routeLength[d] ?? 0, (drones.along[at] ?? 0) - left),
  );
  if (left > reach(drones, d, stop)) return;
  if (stop) enter(drones, d, stages.hover);
  else next(drones, d);
}

const reach = (drones: Drones, d: number, stop: boolean) =>
  stop ? 3 : Math.max(6, ((drones.speed[d] ?? 0) ** 2 / turning) * 0.5);

function next(drones: Drones, d: number): void {
  drones.target[d] = (drones.target[d] ?? 0) + 1;
  const over = (drones.target[d] ?? 0) >= (drones.waypoints[d] ?? 0);
  if (over) drones.done[d] = drones.routeLength[d] ?? 0;
  enter(drones, d, over ? stages.returning : stages.mission);
}

function hover(drones: Drones, d: number, dt: number): void {
  const at = d * mostWaypoints + (drones.target[d] ?? 0);
  slow(drones, d, dt);
  rise(drones, d, dt, drones.wh[at] ?? safeHeight);
  if ((drones.faults[d] ?? 0) & faults.stalled) return;
  if ((drones.inStage[d] ?? 0) < (drones.hover[at] ?? 0)) return;
  drones.photos[d] = (drones.photos[d] ?? 0) + 1;
  next(drones, d);
}

function goHome(drones: Drones, d: number, dt: number, wind: number): void {
  rise(drones, d, dt, Math.max(returnHeight, 0));
  if ((drones.h[d] ?? 0) < returnHeight - 15 && Math.hypot(drones.x[d] ?? 0, drones.y[d] ?? 0) > 30)
    return slow(drones, d, dt);
  if (steer(drones, d, dt, 0, 0, true, wind) <= 2) enter(drones, d, stages.landing);
}

function land(drones: Drones, d: number, dt: number): void {
  slow(drones, d, dt);
  const h = drones.h[d] ?? 0;
  const sink = h > 8 ? (drones.bases[d]?.airframe.sink ?? 2) * 0.8 : 0.6;
  drones.climb[d] = -sink;
  drones.h[d] = Math.max(0, h - sink * dt);
  if ((drones.h[d] ?? 0) > 0.05) return;
  drones.h[d] = 0;
  drones.speed[d] = 0;
  drones.climb[d] = 0;
  drones.pitch[d] = 0;
  drones.roll[d] = 0;
  enter(drones, d, stages.landed);
}

/** Climbs or sinks towards a height as its motors allow. */
function rise(drones: Drones, d: number, dt: number, height: number): void {
  const { climb = 3, sink = 3 } = drones.bases[d]?.airframe ?? {};
  const wanted = Math.max(-sink, Math.min(climb, (height - (drones.h[d] ?? 0)) / 2));
  const now = drones.climb[d] ?? 0;
  const change = Math.max(-lifting * dt, Math.min(lifting * dt, wanted - now));
  drones.climb[d] = now + change;
  drones.h[d] = Math.max(0, (drones.h[d] ?? 0) + (now + change) * dt);
}

function slow(drones: Drones, d: number, dt: number): void {
  drones.speed[d] = Math.max(0, (drones.speed[d] ?? 0) - braking * dt);
  move(drones, d, dt);
}

/** Turns towards a place and flies on, slower in sharp turns and before a stop; answers with the metres left. */
function steer(
  drones: Drones,
  d: number,
  dt: number,
  tx: number,
  ty: number,
  stop: boolean,
  wind: number,
): number {
  const [dx, dy] = [tx - (drones.x[d] ?? 0), ty - (drones.y[d] ?? 0)];
  const left = Math.hypot(dx, dy);
  const speed = drones.speed[d] ?? 0;
  const wanted = Math.atan2(dx, dy) / radians;
  const off = ((wanted - (drones.heading[d] ?? 0) + 540) % 360) - 180;
  const rate = (turning / Math.max(speed, 1.5) / radians) * dt;
  const turned = Math.max(-rate, Math.min(rate, off));
  drones.heading[d] = ((drones.heading[d] ?? 0) + turned + 360) % 360;
  const cruise = (drones.bases[d]?.airframe.cruise ?? 10) * (1 - wind * 0.008);
  const sharp = Math.abs(off) > 50 ? 3 : cruise;
  const before = stop ? Math.max(0.8, Math.sqrt(2 * braking * 0.7 * left)) : cruise;
  const goal = Math.min(cruise, sharp, before);
  const change = Math.max(-braking * dt, Math.min(braking * dt, goal - speed));
  drones.speed[d] = speed + change;
  drones.pitch[d] = -(speed * 0.9 + (change / dt) * 3);
  drones.roll[d] = Math.atan(((turned / dt) * radians * speed) / 9.81) / radians;
  move(drones, d, dt);
  return Math.hypot(tx - (drones.x[d] ?? 0), ty - (drones.y[d] ?? 0));
}

function move(drones: Drones, d: number, dt: number): void {
  const way = (drones.speed[d] ?? 0) * dt;
  const heading = (drones.heading[d] ?? 0) * radians;
  drones.x[d] = (drones.x[d] ?? 0) + Math.sin(heading) * way;
  drones.y[d] = (drones.y[d] ?? 0) + Math.cos(heading) * way;
}
