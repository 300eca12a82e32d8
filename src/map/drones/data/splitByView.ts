import { mapCentre } from "../../../../adapters/contract/constants.ts";
import { toMercatorX, toMercatorY, worldResolution } from "./mercator.ts";

/** EPSG:3857 metres from the centre of the world to its edge. */
const worldHalf = 128 * worldResolution;
/** Candidate views begin at the edges of a grid with this many cells per view. */
const cellsPerView = 8;
/** Bounds the grid on a map that has no size yet. */
const minViewMetres = 1_000_000;

interface Positions {
  /** EPSG:3857. */
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

interface ViewSplit {
  /** Rows that one view can show. */
  readonly inside: readonly number[];
  readonly outside: readonly number[];
}

/**
 * Finds where most drones are: all of them if they fit in a view of this size, otherwise the view with the largest
 * number, and of equal ones the nearest to where the map begins. So a single drone far away does not move the view from
 * all others.
 * @param size width and height of the largest view, EPSG:3857
 */
export function splitByView({ x, y }: Positions, size: readonly [number, number]): ViewSplit {
  const rows = Array.from({ length: x.length }, (_, row) => row);
  if (isWithin(x, size[0]) && isWithin(y, size[1])) return { inside: rows, outside: [] };
  const [cellWidth = 1, cellHeight = 1] = size.map(
    (metres) => Math.max(minViewMetres, metres) / cellsPerView,
  );
  const columns = Math.ceil((2 * worldHalf) / cellWidth) + 1;
  const lines = Math.ceil((2 * worldHalf) / cellHeight) + 1;
  const toColumn = (row: number) => toCell(x[row] ?? 0, cellWidth, columns);
  const toLine = (row: number) => toCell(y[row] ?? 0, cellHeight, lines);
  const sums = createSums(rows, columns, lines, toColumn, toLine);
  const [homeX = 0, homeY = 0] = [toMercatorX(mapCentre[0] * 1e7), toMercatorY(mapCentre[1] * 1e7)];
  const toCentre = (cell: number, size: number) => (cell + cellsPerView / 2) * size - worldHalf;
  let best = { column: 0, line: 0, count: -1, distance: 0 };
  for (let line = 0; line < lines; line++)
    for (let column = 0; column < columns; column++) {
      const count = sums(column, line);
      if (count < best.count) continue;
      const distance = Math.hypot(toCentre(column, cellWidth) - homeX, toCentre(line, cellHeight) - homeY);
      if (count > best.count || distance < best.distance) best = { column, line, count, distance };
    }
  const isInside = (row: number) => {
    const [right, up] = [toColumn(row) - best.column, toLine(row) - best.line];
    return right >= 0 && right < cellsPerView && up >= 0 && up < cellsPerView;
  };
  return { inside: rows.filter(isInside), outside: rows.filter((row) => !isInside(row)) };
}

function isWithin(values: ArrayLike<number>, metres: number): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < values.length; row++) {
    low = Math.min(low, values[row] ?? 0);
    high = Math.max(high, values[row] ?? 0);
  }
  return high - low <= metres;
}

const toCell = (value: number, cell: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor((value + worldHalf) / cell)));

/** Returns the number of drones in the view whose first cell is given, from summed areas. */
function createSums(
  rows: readonly number[],
  columns: number,
  lines: number,
  toColumn: (row: number) => number,
  toLine: (row: number) => number,
): (column: number, line: number) => number {
  const width = columns + 1;
  const sums = new Uint32Array(width * (lines + 1));
  const add = (at: number, count: number) => {
    sums[at] = (sums[at] ?? 0) + count;
  };
  for (const row of rows) add((toLine(row) + 1) * width + toColumn(row) + 1, 1);
  for (let line = 1; line <= lines; line++)
    for (let column = 1; column <= columns; column++) {
      const at = line * width + column;
      add(at, (sums[at - 1] ?? 0) + (sums[at - width] ?? 0) - (sums[at - width - 1] ?? 0));
    }
  return (column, line) => {
    const right = Math.min(columns, column + cellsPerView);
    const top = Math.min(lines, line + cellsPerView);
    const sum = (c: number, l: number) => sums[l * width + c] ?? 0;
    return sum(right, top) - sum(column, top) - sum(right, line) + sum(column, line);
  };
}
