import { createColumns } from "../../../../adapters/contract/columns.ts";
import { encodeFleetFrame, fleetColumns, fleetUnknown } from "../../../../adapters/contract/fleetFrame.ts";
import { flightPhases, linkStates } from "../../../../adapters/contract/flight.ts";
import type { LiveState } from "../../../../adapters/contract/sample.ts";
import type { TaskRow } from "../../../../adapters/contract/task.ts";

const maxAge = 65_535;
const maxHeight = 32_767;

/**
 * Encodes the list's last samples as a fleet frame, so that polling draws the map exactly like the socket.
 * @param at server time of the response, UTC ms
 */
export function encodePolledFrame(
  tasks: readonly TaskRow[],
  at: number,
  sequence: number,
  indexOf: (taskId: string) => number | null,
): ArrayBuffer {
  const positioned = tasks.flatMap(({ id, last }) => {
    const index = indexOf(id);
    return index !== null && last && last.lat !== null && last.lon !== null ? [{ index, last }] : [];
  });
  const columns = createColumns(fleetColumns, positioned.length);
  positioned.forEach(({ index, last }, row) => {
    columns.index[row] = index;
    columns.lat[row] = last.lat ?? 0;
    columns.lon[row] = last.lon ?? 0;
    columns.hEll[row] = toDecimetres(last.hEll);
    columns.hRel[row] = toDecimetres(last.hRel);
    columns.hAgl[row] = toDecimetres(last.hAgl);
    columns.speed[row] =
      last.vH === null ? fleetUnknown.speed : Math.min(fleetUnknown.speed - 1, Math.round(last.vH * 100));
    columns.climb[row] = last.vV === null ? fleetUnknown.climb : Math.round(last.vV * 100);
    columns.heading[row] =
      last.heading === null ? fleetUnknown.heading : Math.round(last.heading * 100) % 36_000;
    columns.battery[row] = last.batPct === null ? fleetUnknown.battery : Math.round(last.batPct);
    columns.phase[row] = Math.max(0, flightPhases.indexOf(last.phase ?? "offline"));
    columns.link[row] = linkStates.indexOf(last.linkState);
    columns.age[row] = getAge(last, at);
  });
  const header = { serverTime: at, sequence, tableId: 0, snapshot: true, fleetSize: positioned.length };
  return encodeFleetFrame(header, columns, positioned.length).buffer;
}

/** Heights out of range become unknown, never clamped. */
function toDecimetres(metres: number | null): number {
  const value = metres === null ? Number.NaN : Math.round(metres * 10);
  return Math.abs(value) <= maxHeight ? value : fleetUnknown.height;
}

function getAge({ groupTimes, tSrc }: LiveState, at: number): number {
  return Math.min(maxAge, Math.max(0, Math.round((at - (groupTimes.position ?? tSrc)) / 100)));
}
