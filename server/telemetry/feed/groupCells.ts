import { createColumns } from "../../../adapters/contract/columns.ts";
import { minUnclusteredZoom } from "../../../adapters/contract/constants.ts";
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
const firstUrgentLevel = alarmLevels.findIndex((level) => level?.priority === "p2");

/** A view's drones for a map that groups those close to one another. */
export interface GroupedDrones {
  /** Slots of drones that are sent one by one. */
  readonly rows: Uint32Array;
  readonly cells: FleetCells;
}

/** Groups the drones of views. It keeps the memory that it counts in: 100 views a second would make garbage of it. */
export function createCellGrouper() {
  const scratch = createCellGrid(maxEntries);
  /**
   * Counts drones by the cell of a grid in which they are, if there are more than a frame should have. Drones that are
   * alone in their cell, near, followed or have an urgent alarm are rows all the same.
   * @param slots of the view
   */
  return (
    columns: FleetColumns,
    slots: Uint32Array,
    { gridZoom, near }: Grouping,
    followedSlots: ReadonlySet<number>,
  ): GroupedDrones => {
    if (slots.length <= maxEntries) return { rows: slots, cells: noCells };
    const isNear = (slot: number) =>
      near !== null && isInBounds(near, columns.lat[slot] ?? 0, columns.lon[slot] ?? 0);
    const wanted = slots.filter((slot) => followedSlots.has(slot) || isNear(slot));
    const kept = new Set([...findUrgent(columns, slots), ...wanted]);
    const others = kept.size === 0 ? slots : slots.filter((slot) => !kept.has(slot));
    let degrees = (cellPx * 360) / (256 * 2 ** gridZoom);
    let count = countByCell(columns, others, degrees, scratch);
    while (count === null) {
      degrees *= 2;
      count = countByCell(columns, others, degrees, scratch);
    }
    const { singles, cells } = separateSingles(scratch, count);
    return { rows: Uint32Array.from([...kept, ...singles]), cells };
  };
}

/**
 * Maps of about the same zoom share a grid, so that views of the whole fleet share a frame. No map groups nearer than the
 * limit: a client that says so gets no smaller cells, which take longer to count.
 */
export const toGridZoom = (zoom: number): number =>
  Math.max(0, Math.min(minUnclusteredZoom, Math.floor(zoom)));

/** Drones with an urgent alarm, worst first. */
function findUrgent({ alarms }: FleetColumns, slots: Uint32Array): readonly number[] {
  const getLevel = (slot: number) => getAlarmLevel(alarms[slot] ?? 0);
  return Array.from(slots.filter((slot) => alarms[slot] !== 0 && getLevel(slot) >= firstUrgentLevel))
    .toSorted((a, b) => getLevel(b) - getLevel(a))
    .slice(0, maxUrgentRows);
}

interface CellGrid {
  readonly columns: FleetCells["columns"];
  /** Sums of the places in a cell. */
  readonly sums: { readonly lat: Float64Array; readonly lon: Float64Array };
  /** A drone of each cell. */
  readonly slots: Uint32Array;
}

const createCellGrid = (size: number): CellGrid => ({
  columns: createColumns(cellColumns, size),
  sums: { lat: new Float64Array(size), lon: new Float64Array(size) },
  slots: new Uint32Array(size),
});

/**
 * Counts into a grid.
 * @param degrees side of a cell
 * @returns the number of cells; null as soon as there is no room for another: with far too small cells that is early
 */
function countByCell(
  fleet: FleetColumns,
  slots: Uint32Array,
  degrees: number,
  { columns, sums, slots: cellSlots }: CellGrid,
): number | null {
  const side = degrees * 1e7;
  const perRow = Math.ceil(3.6e9 / side) + 1;
  const cellsByKey = new Map<number, number>();
  for (const slot of slots) {
    const [lat, lon] = [fleet.lat[slot] ?? 0, fleet.lon[slot] ?? 0];
    const key = Math.floor(lat / side) * perRow + Math.floor(lon / side);
    const cell = cellsByKey.get(key) ?? cellsByKey.size;
    if (cell === cellsByKey.size) {
      if (cell === cellSlots.length) return null;
      cellsByKey.set(key, cell);
      for (const name of cellColumnNames) columns[name][cell] = 0;
      sums.lat[cell] = sums.lon[cell] = 0;
    }
    cellSlots[cell] = slot;
    add(sums.lat, cell, lat);
    add(sums.lon, cell, lon);
    add(columns.count, cell, 1);
    const [link, bits, flags] = [fleet.link[slot] ?? 0, fleet.alarms[slot] ?? 0, fleet.flags[slot] ?? 0];
    // Most drones are well: what counts trouble takes no time for them.
    if (link + bits + flags > 0) addTrouble(columns, cell, { link, bits, flags });
  }
  for (let cell = 0; cell < cellsByKey.size; cell++) {
    const count = columns.count[cell] ?? 1;
    columns.lat[cell] = Math.round((sums.lat[cell] ?? 0) / count);
    columns.lon[cell] = Math.round((sums.lon[cell] ?? 0) / count);
  }
  return cellsByKey.size;
}

function add(column: Uint32Array | Float64Array, at: number, value: number): void {
  column[at] = (column[at] ?? 0) + value;
}

/** Takes the cells with one drone out of the first of a grid. */
function separateSingles(
  grid: CellGrid,
  count: number,
): { readonly singles: readonly number[]; readonly cells: FleetCells } {
  const all = Array.from({ length: count }, (_, cell) => cell);
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

/** @param bits of `frameAlarms` @param flags of `frameFlags` */
function addTrouble(
  columns: FleetCells["columns"],
  cell: number,
  { link, bits, flags }: { readonly link: number; readonly bits: number; readonly flags: number },
): void {
  const state = linkStates[link] ?? "fresh";
  if (state !== "fresh") add(columns[state], cell, 1);
  const isStale = (flags & frameFlags.positionOld) !== 0 || isPositionFrozen(bits);
  if (getDataState(link, bits, isStale) === dataStates.position) add(columns.position, cell, 1);
  columns.alarmLevel[cell] = Math.max(columns.alarmLevel[cell] ?? 0, getAlarmLevel(bits));
}
