import { type FlightPhase, flightPhases, positionFixes } from "../../../adapters/contract/flight.ts";
import { rcLostActions } from "../../../adapters/contract/sample.ts";
import type { SampleBatch } from "../fleet/sampleColumns.ts";
import { type Drones, degreesPerMetreNorth, faultFlags, stages } from "./drones.ts";
import { returnHeight, returnPercent } from "./stepDrone.ts";

const phaseByStage: Readonly<Record<number, FlightPhase>> = {
  [stages.charging]: "standby",
  [stages.preparing]: "preparing",
  [stages.takeoff]: "takeoff",
  [stages.mission]: "mission",
  [stages.hover]: "hover",
  [stages.returning]: "returning",
  [stages.landing]: "landing",
  [stages.landed]: "landed",
  [stages.forcedLanding]: "forcedLanding",
};
const phaseCodes = Uint8Array.from(Object.values(stages), (stage) =>
  flightPhases.indexOf(phaseByStage[stage] ?? "offline"),
);
const returnReasonLabels = ["", "电量不足，自动返航", "按要求返航"];
/** Warning level of an aircraft close by. */
const nearTrafficLevel = 3;
const landPercent = 10;
const returnAtLost = rcLostActions.indexOf("return");
const [noFix, fix3d, fixed] = [0, positionFixes.indexOf("3d"), positionFixes.indexOf("fixed")];

/** Appends what a drone says of itself to a batch that has room for it. */
export function appendDroneSample(
  drones: Drones,
  d: number,
  batch: SampleBatch,
  slot: number,
  timeMs: number,
): void {
  const row = batch.count;
  const { values } = batch;
  const base = drones.bases[d];
  const [x, y, h] = [drones.x[d] ?? 0, drones.y[d] ?? 0, drones.h[d] ?? 0];
  const lat0 = drones.lat0[d] ?? 0;
  const lon0 = drones.lon0[d] ?? 0;
  const activeFaults = drones.faults[d] ?? 0;
  const hasNoGps = (activeFaults & faultFlags.gpsLoss) !== 0;
  const seq = (drones.seq[d] ?? 0) + 1;
  drones.seq[d] = seq;
  batch.slot[row] = slot;
  batch.seq[row] = seq;
  batch.tSrc[row] = timeMs;
  batch.modeReason[row] = returnReasonLabels[drones.returnReason[d] ?? 0] || null;

  values.lat[row] = hasNoGps ? Number.NaN : Math.round((lat0 + y * degreesPerMetreNorth) * 1e7);
  values.lon[row] = hasNoGps
    ? Number.NaN
    : Math.round((lon0 + x * (drones.degreesPerMetreEast[d] ?? 0)) * 1e7);
  values.hEll[row] = hasNoGps ? Number.NaN : (base?.altitude ?? 0) + h;
  values.hRel[row] = h;
  // Only what has a radar looking down knows the ground.
  values.hAgl[row] = base?.airframe.uavClass === "small" ? h : Number.NaN;
  values.vH[row] = drones.speed[d] ?? 0;
  values.vV[row] = drones.climb[d] ?? 0;
  values.fix[row] = hasNoGps ? noFix : base?.hangar ? fixed : fix3d;
  values.sats[row] = hasNoGps ? 3 : 16 + (d % 9) + (seq % 3);
  values.heading[row] = drones.heading[d] ?? 0;
  values.pitch[row] = drones.pitch[d] ?? 0;
  values.roll[row] = drones.roll[d] ?? 0;

  const battery = drones.battery[d] ?? 0;
  values.batPct[row] = battery;
  values.tRemain[row] = Math.max(0, ((battery - landPercent) / 100) * (base?.airframe.endurance ?? 0));
  values.rthPct[row] = returnPercent(drones, d);
  values.landPct[row] = landPercent;

  values.homeDist[row] = Math.hypot(x, y);
  values.homeLat[row] = Math.round(lat0 * 1e7);
  values.homeLon[row] = Math.round(lon0 * 1e7);
  values.rcLostAction[row] = returnAtLost;
  values.rthAltitude[row] = returnHeight;
  values.wind[row] = drones.wind.speed(d, timeMs / 1_000);
  values.windDir[row] = drones.wind.direction(d, timeMs / 1_000);
  values.traffic[row] = activeFaults & faultFlags.aircraftNear ? nearTrafficLevel : 0;

  values.sdr[row] = Math.max(1, 5 - Math.floor((values.homeDist[row] ?? 0) / 1_200));
  values.g4[row] = 3 + (d % 3);
  values.phase[row] = phaseCodes[drones.stage[d] ?? 0] ?? 0;
  values.wp[row] = Math.min(drones.waypoints[d] ?? 0, (drones.target[d] ?? 0) + 1);
  values.wpTotal[row] = drones.waypoints[d] ?? 0;
  const length = drones.routeLength[d] ?? 0;
  values.pct[row] = length > 0 ? ((drones.distanceFlown[d] ?? 0) / length) * 100 : 0;
  batch.count = row + 1;
}
