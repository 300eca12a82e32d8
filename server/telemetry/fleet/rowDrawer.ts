import { type FleetColumns, unknown } from "../../../adapters/contract/fleetFrame.ts";
import type { ValueColumns } from "./sampleColumns.ts";
import { wireHeading, wireInteger } from "./wireInteger.ts";

/** Gives what puts the known values of a flight into the units of the fleet frame. */
export function rowDrawer(columns: FleetColumns, values: ValueColumns): (slot: number) => void {
  const { lat, lon, hEll, hRel, hAgl, speed, climb, heading, battery, phase } = columns;
  return (slot) => {
    lat[slot] = Math.round(values.lat[slot] ?? 0);
    lon[slot] = Math.round(values.lon[slot] ?? 0);
    hEll[slot] = wireInteger(values.hEll[slot], 10, 32_767, unknown.height);
    hRel[slot] = wireInteger(values.hRel[slot], 10, 32_767, unknown.height);
    hAgl[slot] = wireInteger(values.hAgl[slot], 10, 32_767, unknown.height);
    speed[slot] = wireInteger(values.vH[slot], 100, 65_534, unknown.speed);
    climb[slot] = wireInteger(values.vV[slot], 100, 32_767, unknown.climb);
    heading[slot] = wireHeading(values.heading[slot], unknown.heading);
    battery[slot] = wireInteger(values.batPct[slot], 1, 100, unknown.battery);
    phase[slot] = wireInteger(values.phase[slot], 1, 254, 0);
  };
}
