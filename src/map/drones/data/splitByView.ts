import { mapCentre } from "../../../../adapters/contract/constants.ts";
import { gatherCopies, getSpan, toMercatorX, toMercatorY, worldWidth } from "./mercator.ts";

/** Candidate views begin at the edges of a grid with this many cells per view. */
const cellsPerView = 8;
/** Bounds the grid on a map that has no size yet. */
const minViewMetres = 1_000_000;

interface Positions {
  /** EPSG:3857. */
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** West, south, east, north in EPSG:3857; may reach beyond the date line. */
export type Extent = readonly [number, number, number, number];

interface ViewSplit {
  /** Rows that one view can show. */
  readonly inside: readonly number[];
  readonly outside: readonly number[];
  /** Of the rows inside. */
  readonly extent: Extent;
}

/** So many of a hundred drones may be left out of the view for the sake of the others. */
const leftOutShare = 0.05;
/** In fleets too small for that, at most a quarter may, or one of three: those that are far by all that is known. */
const smallFleet = Math.round(1 / leftOutShare);
const smallFleetShare = 0.25;
/** Far is so many times further from the middle than half of the fleet, and not in the neighbourhood. */
const farRatio = 7;
const neighbourhoodM = 20_000;
/** They are, where that brings the map at least two zoom levels nearer. */
const worthwhileSpan = 0.25;

/**
 * Finds where most drones are, across the date line too: all of them, without the few that lie furthest out if that is
 * worth it, where a view of this size can show them; otherwise the view with the largest number, and of equal
 * ones the nearest to where the map begins. So a few drones far away do not move the view from all others.
 * @param size width and height of the largest view, EPSG:3857
 */
export function splitByView({ x, y }: Positions, size: readonly [number, number]): ViewSplit {
  const rows = Array.from({ length: x.length }, (_, row) => row);
  const gathered = gatherCopies(x);
  const pick = (values: readonly number[], some: readonly number[]) => some.map((row) => values[row] ?? 0);
  const createSplit = (isInside: (row: number) => boolean): ViewSplit => {
    const inside = rows.filter(isInside);
    const outside = rows.filter((row) => !isInside(row));
    return { inside, outside, extent: getExtent(pick(gathered, inside), pick(y, inside)) };
  };
  const dense = new Set(findDensest(gathered, y));
  if (getSpan(pick(gathered, [...dense])) <= size[0] && getSpan(pick(y, [...dense])) <= size[1])
    return createSplit((row) => dense.has(row));
  const isInLargest = findLargestGroup(gathered, y, size);
  return createSplit(isInLargest);
}

/** Rows of the drones without the few furthest out, or of all where that brings the map little nearer. */
function findDensest(x: readonly number[], y: readonly number[]): readonly number[] {
  const rows = Array.from({ length: x.length }, (_, row) => row);
  const leftOut = countLeftOut(rows.length);
  if (leftOut === 0) return rows;
  const [middleX, middleY] = [getMedian(x), getMedian(y)];
  const distances = rows.map((row) =>
    Math.max(Math.abs((x[row] ?? 0) - middleX), Math.abs((y[row] ?? 0) - middleY)),
  );
  const nearest = distances.toSorted((a, b) => a - b)[rows.length - 1 - leftOut] ?? 0;
  const limit =
    rows.length < smallFleet ? Math.max(nearest, neighbourhoodM, farRatio * getMedian(distances)) : nearest;
  const near = rows.filter((row) => (distances[row] ?? 0) <= limit);
  const getSpanOf = (some: readonly number[]) =>
    Math.max(getSpan(some.map((row) => x[row] ?? 0)), getSpan(some.map((row) => y[row] ?? 0)));
  return getSpanOf(near) <= worthwhileSpan * getSpanOf(rows) ? near : rows;
}

/** How many of a fleet may be left out of the view. */
function countLeftOut(count: number): number {
  if (count >= smallFleet) return Math.floor(count * leftOutShare);
  return count < 3 ? 0 : Math.max(1, Math.floor(count * smallFleetShare));
}

const getMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const getExtent = (x: readonly number[], y: readonly number[]): Extent => [
  getLeast(x),
  getLeast(y),
  getLeast(x) + getSpan(x),
  getLeast(y) + getSpan(y),
];

const getLeast = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);

/** Returns a test whether a row is in the view with the largest number. */
function findLargestGroup(
  x: readonly number[],
  y: readonly number[],
  size: readonly [number, number],
): (row: number) => boolean {
  const rows = Array.from({ length: x.length }, (_, row) => row);
  // Copies beyond the date line begin at the meridian of Greenwich.
  const west = getLeast(x) + getSpan(x) > worldWidth / 2 ? 0 : -worldWidth / 2;
  const [cellWidth = 1, cellHeight = 1] = size.map(
    (metres) => Math.max(minViewMetres, metres) / cellsPerView,
  );
  const columns = Math.ceil(worldWidth / cellWidth) + 1;
  const lines = Math.ceil(worldWidth / cellHeight) + 1;
  const toColumn = (row: number) => toCell((x[row] ?? 0) - west, cellWidth, columns);
  const toLine = (row: number) => toCell((y[row] ?? 0) + worldWidth / 2, cellHeight, lines);
  const sums = createSums(rows, columns, lines, toColumn, toLine);
  const [homeX = 0, homeY = 0] = [toMercatorX(mapCentre[0] * 1e7), toMercatorY(mapCentre[1] * 1e7)];
  const toCentre = (cell: number, size: number) => (cell + cellsPerView / 2) * size;
  let best = { column: 0, line: 0, count: -1, distance: 0 };
  for (let line = 0; line < lines; line++)
    for (let column = 0; column < columns; column++) {
      const count = sums(column, line);
      if (count < best.count) continue;
      const distance = Math.hypot(
        toCentre(column, cellWidth) + west - homeX,
        toCentre(line, cellHeight) - worldWidth / 2 - homeY,
      );
      if (count > best.count || distance < best.distance) best = { column, line, count, distance };
    }
  return (row) => {
    const [right, up] = [toColumn(row) - best.column, toLine(row) - best.line];
    return right >= 0 && right < cellsPerView && up >= 0 && up < cellsPerView;
  };
}

const toCell = (value: number, cell: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(value / cell)));

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
