import { type FleetColumns, fleetUnknown } from "../../../adapters/contract/fleetFrame.ts";
import type { ValueColumns } from "./sampleColumns.ts";
import { toWireHeading, toWireInteger } from "./wireInteger.ts";

/** Gives what puts the known values of a flight into the units of the fleet frame. */
export function createFrameRowWriter(columns: FleetColumns, values: ValueColumns): (slot: number) => void {
  const { lat, lon, hEll, hRel, hAgl, speed, climb, heading, battery, phase } = columns;
  return (slot) => {
    lat[slot] = Math.round(values.lat[slot] ?? 0);
    lon[slot] = Math.round(values.lon[slot] ?? 0);
    hEll[slot] = toWireInteger(values.hEll[slot], 10, 32_767, fleetUnknown.height);
    hRel[slot] = toWireInteger(values.hRel[slot], 10, 32_767, fleetUnknown.height);
    hAgl[slot] = toWireInteger(values.hAgl[slot], 10, 32_767, fleetUnknown.height);
    speed[slot] = toWireInteger(values.vH[slot], 100, 65_534, fleetUnknown.speed);
    climb[slot] = toWireInteger(values.vV[slot], 100, 32_767, fleetUnknown.climb);
    heading[slot] = toWireHeading(values.heading[slot], fleetUnknown.heading);
    battery[slot] = toWireInteger(values.batPct[slot], 1, 100, fleetUnknown.battery);
    phase[slot] = toWireInteger(values.phase[slot], 1, 254, 0);
  };
}
