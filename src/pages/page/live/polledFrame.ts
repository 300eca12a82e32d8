import { makeColumns } from "../../../../adapters/contract/columns.ts";
import { encodeFleetFrame, fleetColumns, unknown } from "../../../../adapters/contract/fleetFrame.ts";
import { flightPhases, linkStates } from "../../../../adapters/contract/flight.ts";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";

const oldest = 65_535;
const heightLimit = 32_767;

/**
 * The list's last samples as one fleet frame, so that polling draws the map exactly as the socket does.
 * @param at of the server's answer, UTC ms
 */
export function polledFrame(
  tasks: readonly TaskRow[],
  at: number,
  sequence: number,
  indexOf: (taskId: string) => number | null,
): ArrayBuffer {
  const placed = tasks.flatMap(({ id, last }) => {
    const index = indexOf(id);
    return index !== null && last && last.lat !== null && last.lon !== null ? [{ index, last }] : [];
  });
  const columns = makeColumns(fleetColumns, placed.length);
  placed.forEach(({ index, last }, row) => {
    columns.index[row] = index;
    columns.lat[row] = last.lat ?? 0;
    columns.lon[row] = last.lon ?? 0;
    columns.hEll[row] = decimetres(last.hEll);
    columns.hRel[row] = decimetres(last.hRel);
    columns.hAgl[row] = decimetres(last.hAgl);
    columns.speed[row] =
      last.vH === null ? unknown.speed : Math.min(unknown.speed - 1, Math.round(last.vH * 100));
    columns.climb[row] = last.vV === null ? unknown.climb : Math.round(last.vV * 100);
    columns.heading[row] = last.heading === null ? unknown.heading : Math.round(last.heading * 100) % 36_000;
    columns.battery[row] = last.batPct === null ? unknown.battery : Math.round(last.batPct);
    columns.phase[row] = Math.max(0, flightPhases.indexOf(last.phase ?? "offline"));
    columns.link[row] = linkStates.indexOf(last.linkState);
    columns.age[row] = ageOf(last, at);
  });
  const head = { serverTime: at, sequence, table: 0, snapshot: true, fleet: placed.length };
  return encodeFleetFrame(head, columns, placed.length).buffer;
}

/** Heights beyond the column are sent as not known, never clamped. */
function decimetres(metres: number | null): number {
  const value = metres === null ? Number.NaN : Math.round(metres * 10);
  return Math.abs(value) <= heightLimit ? value : unknown.height;
}

function ageOf({ groupTimes, tSrc }: LiveState, at: number): number {
  return Math.min(oldest, Math.max(0, Math.round((at - (groupTimes.position ?? tSrc)) / 100)));
}
