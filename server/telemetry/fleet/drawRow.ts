import { type FleetColumns, unknown } from "../../../adapters/contract/fleetFrame.ts";
import type { ValueColumns } from "./sampleColumns.ts";
import { wireHeading, wireInteger } from "./wireInteger.ts";

/** Puts the known values of a flight into the units of the fleet frame. */
export function drawRow(columns: FleetColumns, values: ValueColumns, slot: number): void {
  columns.lat[slot] = Math.round(values.lat[slot] ?? 0);
  columns.lon[slot] = Math.round(values.lon[slot] ?? 0);
  columns.hEll[slot] = wireInteger(values.hEll[slot], 10, 32_767, unknown.height);
  columns.hRel[slot] = wireInteger(values.hRel[slot], 10, 32_767, unknown.height);
  columns.hAgl[slot] = wireInteger(values.hAgl[slot], 10, 32_767, unknown.height);
  columns.speed[slot] = wireInteger(values.vH[slot], 100, 65_534, unknown.speed);
  columns.climb[slot] = wireInteger(values.vV[slot], 100, 32_767, unknown.climb);
  columns.heading[slot] = wireHeading(values.heading[slot], unknown.heading);
  columns.battery[slot] = wireInteger(values.batPct[slot], 1, 100, unknown.battery);
  columns.phase[slot] = wireInteger(values.phase[slot], 1, 254, 0);
}
