import { fleetUnknown, getDataFaults } from "../../../adapters/contract/fleetFrame.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { SnapshotColumns } from "./data/fleetSnapshot.ts";

/** Heights that a label may show, best first, with their datum. */
const heights = [
  { column: "hAgl", datum: "真高" },
  { column: "hRel", datum: word.aboveTakeOff },
  { column: "hEll", datum: word.ellipsoidHeight },
] as const;

type LabelColumns = Pick<SnapshotColumns, "hAgl" | "hRel" | "hEll" | "battery" | "alarms">;

/** Lines of a drone's label: name; height with its datum and battery; what is wrong with its data, if anything. */
export function formatLabel(name: string, columns: LabelColumns, row: number): readonly string[] {
  const battery = columns.battery[row] ?? fleetUnknown.battery;
  const faults = getDataFaults(columns.alarms[row] ?? 0);
  const values = `${formatHeight(columns, row)} · ${battery === fleetUnknown.battery ? "电量未知" : `${battery}%`}`;
  return [name, values, ...(faults.length > 0 ? [faults.join(" · ")] : [])];
}

/** The best height that is known, with its datum. */
export function formatHeight(columns: Pick<LabelColumns, "hAgl" | "hRel" | "hEll">, row: number): string {
  const known = heights.find(
    ({ column }) => (columns[column][row] ?? fleetUnknown.height) !== fleetUnknown.height,
  );
  return known
    ? `${known.datum} ${Math.round((columns[known.column][row] ?? 0) / 10)} m`
    : word.unknownHeight;
}
