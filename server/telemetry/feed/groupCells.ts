import { createColumns } from "../../../adapters/contract/columns.ts";
import {
  alarmLevels,
  dataStates,
  getAlarmLevel,
  getDataState,
  isPositionFrozen,
} from "../../../adapters/contract/droneState.ts";
import {
  cellColumnNames,
  cellColumns,
  type FleetCells,
  type FleetColumns,
  frameFlags,
  noCells,
} from "../../../adapters/contract/fleetFrame.ts";
import { linkStates } from "../../../adapters/contract/flight.ts";
import type { Grouping } from "./subscriber.ts";
import { isInBounds } from "./viewBounds.ts";

/** Rows and cells of a frame with cells, at most, beside the urgent rows: with those it has less than 64 KB. */
const maxEntries = 1_500;
/** Drones with a P1 or P2 that stay rows, worst first. */
const maxUrgentRows = 300;
/** Side of a cell on the map, CSS px: small beside the 80 within which the map groups. */
const cellPx = 16;
const maxZoom = 22;
const firstUrgentLevel = alarmLevels.findIndex((level) => level?.priority === "p2");

/** A view's drones for a map that groups those close to one another. */
export interface GroupedDrones {
  /** Slots of drones that are sent one by one. */
  readonly rows: Uint32Array;
  readonly cells: FleetCells;
}

/**
 * Counts drones by the cell of a grid in which they are, if there are more than a frame should have. Drones that are
 * alone in their cell, near, followed or have an urgent alarm are rows all the same.
 * @param slots of the view
 */
export function groupCells(
  columns: FleetColumns,
  slots: Uint32Array,
  { gridZoom, near }: Grouping,
  followedSlots: ReadonlySet<number>,
): GroupedDrones {
  if (slots.length <= maxEntries) return { rows: slots, cells: noCells };
  const isNear = (slot: number) =>
    near !== null && isInBounds(near, columns.lat[slot] ?? 0, columns.lon[slot] ?? 0);
  const wanted = slots.filter((slot) => followedSlots.has(slot) || isNear(slot));
  const kept = new Set([...findUrgent(columns, slots), ...wanted]);
  const others = kept.size === 0 ? slots : slots.filter((slot) => !kept.has(slot));
  let degrees = (cellPx * 360) / (256 * 2 ** gridZoom);
  let grid = countByCell(columns, others, degrees);
  while (grid.count > maxEntries) {
    degrees *= 2;
    grid = countByCell(columns, others, degrees);
  }
  const { singles, cells } = separateSingles(grid);
  return { rows: Uint32Array.from([...kept, ...singles]), cells };
}

/** Maps of about the same zoom share a grid, so that views of the whole fleet share a frame. */
export const toGridZoom = (zoom: number): number => Math.max(0, Math.min(maxZoom, Math.floor(zoom)));

/** Drones with an urgent alarm, worst first. */
function findUrgent({ alarms }: FleetColumns, slots: Uint32Array): readonly number[] {
  const getLevel = (slot: number) => getAlarmLevel(alarms[slot] ?? 0);
  return Array.from(slots.filter((slot) => getLevel(slot) >= firstUrgentLevel))
    .toSorted((a, b) => getLevel(b) - getLevel(a))
    .slice(0, maxUrgentRows);
}

interface CellGrid extends FleetCells {
  /** A drone of each cell. */
  readonly slots: Uint32Array;
}

/** @param degrees side of a cell */
function countByCell(fleet: FleetColumns, slots: Uint32Array, degrees: number): CellGrid {
  const side = degrees * 1e7;
  const perRow = Math.ceil(3.6e9 / side) + 1;
  const columns = createColumns(cellColumns, slots.length);
  const sums = { lat: new Float64Array(slots.length), lon: new Float64Array(slots.length) };
  const cellSlots = new Uint32Array(slots.length);
  const cellsByKey = new Map<number, number>();
  for (const slot of slots) {
    const [lat, lon] = [fleet.lat[slot] ?? 0, fleet.lon[slot] ?? 0];
    const key = Math.floor(lat / side) * perRow + Math.floor(lon / side);
    const cell = cellsByKey.get(key) ?? cellsByKey.size;
    if (cell === cellsByKey.size) cellsByKey.set(key, cell);
    cellSlots[cell] = slot;
    add(sums.lat, cell, lat);
    add(sums.lon, cell, lon);
    add(columns.count, cell, 1);
    const link = linkStates[fleet.link[slot] ?? 0] ?? "fresh";
    if (link !== "fresh") add(columns[link], cell, 1);
    if (hasPositionFault(fleet, slot)) add(columns.position, cell, 1);
    columns.alarmLevel[cell] = Math.max(
      columns.alarmLevel[cell] ?? 0,
      getAlarmLevel(fleet.alarms[slot] ?? 0),
    );
  }
  for (let cell = 0; cell < cellsByKey.size; cell++) {
    const count = columns.count[cell] ?? 1;
    columns.lat[cell] = Math.round((sums.lat[cell] ?? 0) / count);
    columns.lon[cell] = Math.round((sums.lon[cell] ?? 0) / count);
  }
  return { count: cellsByKey.size, columns, slots: cellSlots };
}

function add(column: Uint32Array | Float64Array, at: number, value: number): void {
  column[at] = (column[at] ?? 0) + value;
}

/** Takes the cells with one drone out of a grid. */
function separateSingles(grid: CellGrid): {
  readonly singles: readonly number[];
  readonly cells: FleetCells;
} {
  const all = Array.from({ length: grid.count }, (_, cell) => cell);
  const isSingle = (cell: number) => grid.columns.count[cell] === 1;
  const shared = all.filter((cell) => !isSingle(cell));
  const columns = createColumns(cellColumns, shared.length);
  for (const name of cellColumnNames)
    shared.forEach((cell, place) => {
      columns[name][place] = grid.columns[name][cell] ?? 0;
    });
  const singles = all.filter(isSingle).map((cell) => grid.slots[cell] ?? 0);
  return { singles, cells: { count: shared.length, columns } };
}

function hasPositionFault({ link, alarms, flags }: FleetColumns, slot: number): boolean {
  const bits = alarms[slot] ?? 0;
  const isStale = ((flags[slot] ?? 0) & frameFlags.positionOld) !== 0 || isPositionFrozen(bits);
  return getDataState(link[slot] ?? 0, bits, isStale) === dataStates.position;
}
