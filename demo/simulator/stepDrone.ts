import { type Drones, faultFlags, stages } from "./drones.ts";
import { maxWaypoints } from "./routePlan.ts";

const radiansPerDegree = Math.PI / 180;
/** Lateral acceleration in turns, m/s². */
const turnAcceleration = 3;
const brakeAcceleration = 2;
const climbAcceleration = 1.5;
const takeoffHeight = 20;
export const returnHeight = 100;
const excessiveHeight = 160;
const farAway = 10;
const preparingDurationS = 20;
const landedDurationS = 12;

/** Advances one drone by `dt` seconds; `seconds` is the Unix time, for the wind. */
export function stepDrone(drones: Drones, d: number, dt: number, seconds: number): void {
  const stage = drones.stage[d] ?? 0;
  drones.secondsInStage[d] = (drones.secondsInStage[d] ?? 0) + dt;
  if (stage === stages.charging) return chargeBattery(drones, d, dt);
  if (stage === stages.landed) return;
  if (stage === stages.preparing) {
    if ((drones.secondsInStage[d] ?? 0) >= preparingDurationS) enterStage(drones, d, stages.takeoff);
    return;
  }
  const wind = drones.wind.speed(d, seconds);
  drainBattery(drones, d, dt, wind);
  if (stage === stages.takeoff) takeOff(drones, d, dt);
  else if (stage === stages.mission) fly(drones, d, dt, wind);
  else if (stage === stages.hover) hover(drones, d, dt);
  else if (stage === stages.returning) returnHome(drones, d, dt, wind);
  else land(drones, d, dt);
  if (
    drones.returnReason[d] === 0 &&
    (stage === stages.mission || stage === stages.hover) &&
    isBatteryLow(drones, d)
  ) {
    drones.returnReason[d] = 1;
    enterStage(drones, d, stages.returning);
  }
}

export function enterStage(drones: Drones, d: number, stage: number): void {
  drones.stage[d] = stage;
  drones.secondsInStage[d] = 0;
}

/** Whether a drone landed long enough ago for its flight to end. */
export const isFlightOver = (drones: Drones, d: number): boolean =>
  drones.stage[d] === stages.landed && (drones.secondsInStage[d] ?? 0) >= landedDurationS;

/** Battery percent needed to return from here, with a reserve for the landing. */
export function returnPercent(drones: Drones, d: number): number {
  const airframe = drones.bases[d]?.airframe;
  if (!airframe) return 0;
  const distanceM = Math.hypot(drones.x[d] ?? 0, drones.y[d] ?? 0);
  const seconds = distanceM / airframe.cruise + (drones.h[d] ?? 0) / airframe.sink + 40;
  return (seconds / airframe.endurance) * 115 + 8;
}

const isBatteryLow = (drones: Drones, d: number) => (drones.battery[d] ?? 0) <= returnPercent(drones, d) + 3;

function chargeBattery(drones: Drones, d: number, dt: number): void {
  const rate = drones.bases[d]?.airframe.charge ?? 0;
  drones.battery[d] = Math.min(100, (drones.battery[d] ?? 0) + (rate * dt) / 60);
}

/** Power grows with the square of the airspeed and with the climb rate. */
function drainBattery(drones: Drones, d: number, dt: number, wind: number): void {
  const endurance = drones.bases[d]?.airframe.endurance ?? 1;
  const airspeedRatio = ((drones.speed[d] ?? 0) + wind * 0.4) / 15;
  const load = 0.9 + 0.35 * airspeedRatio * airspeedRatio + 0.09 * Math.max(0, drones.climb[d] ?? 0);
  drones.battery[d] = Math.max(0, (drones.battery[d] ?? 0) - ((100 * dt) / endurance) * load);
}

function takeOff(drones: Drones, d: number, dt: number): void {
  approachHeight(drones, d, dt, takeoffHeight + 2);
  if ((drones.h[d] ?? 0) >= takeoffHeight) enterStage(drones, d, stages.mission);
}

function fly(drones: Drones, d: number, dt: number, wind: number): void {
  const waypointIndex = d * maxWaypoints + (drones.target[d] ?? 0);
  const [tx, ty] = [drones.wx[waypointIndex] ?? 0, drones.wy[waypointIndex] ?? 0];
  const shouldStop = (drones.hover[waypointIndex] ?? 0) > 0;
  const activeFaults = drones.faults[d] ?? 0;
  const height = activeFaults & faultFlags.tooHigh ? excessiveHeight : drones.wh[waypointIndex];
  approachHeight(drones, d, dt, height ?? takeoffHeight);
  if (activeFaults & faultFlags.stalled) return slowDown(drones, d, dt);
  if (activeFaults & faultFlags.zoneBreach) {
    steer(drones, d, dt, drones.forbiddenX[d] ?? 0, drones.forbiddenY[d] ?? 0, false, wind);
    return;
  }
  if (activeFaults & faultFlags.flyAway) {
    // Away from where it took off.
    steer(drones, d, dt, (drones.x[d] ?? 0) * farAway, (drones.y[d] ?? 0) * farAway, false, wind);
    return;
  }
  // A drifting drone aims 80 m east and north of the waypoint.
  const offsetM = activeFaults & faultFlags.drift ? 80 : 0;
  const distanceLeft = steer(drones, d, dt, tx + offsetM, ty + offsetM, shouldStop, wind);
  drones.distanceFlown[d] = Math.max(
    drones.distanceFlown[d] ?? 0,
    Math.min(drones.routeLength[d] ?? 0, (drones.routeDistance[waypointIndex] ?? 0) - distanceLeft),
  );
  if (distanceLeft > arrivalRadius(drones, d, shouldStop)) return;
  if (shouldStop) enterStage(drones, d, stages.hover);
  else nextWaypoint(drones, d);
}

const arrivalRadius = (drones: Drones, d: number, shouldStop: boolean) =>
  shouldStop ? 3 : Math.max(6, ((drones.speed[d] ?? 0) ** 2 / turnAcceleration) * 0.5);

function nextWaypoint(drones: Drones, d: number): void {
  drones.target[d] = (drones.target[d] ?? 0) + 1;
  const isLastWaypoint = (drones.target[d] ?? 0) >= (drones.waypoints[d] ?? 0);
  if (isLastWaypoint) drones.distanceFlown[d] = drones.routeLength[d] ?? 0;
  enterStage(drones, d, isLastWaypoint ? stages.returning : stages.mission);
}

function hover(drones: Drones, d: number, dt: number): void {
  const waypointIndex = d * maxWaypoints + (drones.target[d] ?? 0);
  slowDown(drones, d, dt);
  approachHeight(drones, d, dt, drones.wh[waypointIndex] ?? takeoffHeight);
  if ((drones.faults[d] ?? 0) & faultFlags.stalled) return;
  if ((drones.secondsInStage[d] ?? 0) < (drones.hover[waypointIndex] ?? 0)) return;
  drones.photos[d] = (drones.photos[d] ?? 0) + 1;
  nextWaypoint(drones, d);
}

function returnHome(drones: Drones, d: number, dt: number, wind: number): void {
  approachHeight(drones, d, dt, Math.max(returnHeight, 0));
  if ((drones.h[d] ?? 0) < returnHeight - 15 && Math.hypot(drones.x[d] ?? 0, drones.y[d] ?? 0) > 30)
    return slowDown(drones, d, dt);
  if (steer(drones, d, dt, 0, 0, true, wind) <= 2) enterStage(drones, d, stages.landing);
}

function land(drones: Drones, d: number, dt: number): void {
  slowDown(drones, d, dt);
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
  enterStage(drones, d, stages.landed);
}

/** Climbs or sinks towards a height within the airframe's limits. */
function approachHeight(drones: Drones, d: number, dt: number, height: number): void {
  const { climb = 3, sink = 3 } = drones.bases[d]?.airframe ?? {};
  const targetClimb = Math.max(-sink, Math.min(climb, (height - (drones.h[d] ?? 0)) / 2));
  const now = drones.climb[d] ?? 0;
  const change = Math.max(-climbAcceleration * dt, Math.min(climbAcceleration * dt, targetClimb - now));
  drones.climb[d] = now + change;
  drones.h[d] = Math.max(0, (drones.h[d] ?? 0) + (now + change) * dt);
}

function slowDown(drones: Drones, d: number, dt: number): void {
  drones.speed[d] = Math.max(0, (drones.speed[d] ?? 0) - brakeAcceleration * dt);
  moveForward(drones, d, dt);
}

/** Steers towards a point, slower in sharp turns and before a stop; returns the remaining metres. */
function steer(
  drones: Drones,
  d: number,
  dt: number,
  tx: number,
  ty: number,
  shouldStop: boolean,
  wind: number,
): number {
  const [dx, dy] = [tx - (drones.x[d] ?? 0), ty - (drones.y[d] ?? 0)];
  const distanceLeft = Math.hypot(dx, dy);
  const speed = drones.speed[d] ?? 0;
  const targetHeading = Math.atan2(dx, dy) / radiansPerDegree;
  const headingError = ((targetHeading - (drones.heading[d] ?? 0) + 540) % 360) - 180;
  const rate = (turnAcceleration / Math.max(speed, 1.5) / radiansPerDegree) * dt;
  const headingChange = Math.max(-rate, Math.min(rate, headingError));
  drones.heading[d] = ((drones.heading[d] ?? 0) + headingChange + 360) % 360;
  const cruise = (drones.bases[d]?.airframe.cruise ?? 10) * (1 - wind * 0.008);
  const sharpTurnSpeed = Math.abs(headingError) > 50 ? 3 : cruise;
  const approachSpeed = shouldStop
    ? Math.max(0.8, Math.sqrt(2 * brakeAcceleration * 0.7 * distanceLeft))
    : cruise;
  const targetSpeed = Math.min(cruise, sharpTurnSpeed, approachSpeed);
  const change = Math.max(-brakeAcceleration * dt, Math.min(brakeAcceleration * dt, targetSpeed - speed));
  drones.speed[d] = speed + change;
  drones.pitch[d] = -(speed * 0.9 + (change / dt) * 3);
  drones.roll[d] = Math.atan(((headingChange / dt) * radiansPerDegree * speed) / 9.81) / radiansPerDegree;
  moveForward(drones, d, dt);
  return Math.hypot(tx - (drones.x[d] ?? 0), ty - (drones.y[d] ?? 0));
}

function moveForward(drones: Drones, d: number, dt: number): void {
  const distanceM = (drones.speed[d] ?? 0) * dt;
  const heading = (drones.heading[d] ?? 0) * radiansPerDegree;
  drones.x[d] = (drones.x[d] ?? 0) + Math.sin(heading) * distanceM;
  drones.y[d] = (drones.y[d] ?? 0) + Math.cos(heading) * distanceM;
}
