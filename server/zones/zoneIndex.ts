import type { ZoneShape } from "../../adapters/contract/zone.ts";
import { type Bounds, createZoneGeometry, type ZoneGeometry } from "./zoneGeometry.ts";

/** A zone and its prepared shape. */
export interface IndexedZone<Z> {
  readonly zone: Z;
  readonly geometry: ZoneGeometry;
}

/** Finds the few zones that a position may concern. Every answer is in the order of the zones given. */
export interface ZoneIndex<Z> {
  readonly zones: readonly IndexedZone<Z>[];
  /** Zones whose bounding box lies within `margin` metres of a point. */
  readonly findNearPoint: (lon: number, lat: number, margin?: number) => readonly IndexedZone<Z>[];
  /** Zones whose bounding box lies within `margin` metres of a segment's own box. */
  readonly findNearSegment: (
    fromLon: number,
    fromLat: number,
    toLon: number,
    toLat: number,
    margin?: number,
  ) => readonly IndexedZone<Z>[];
  /** Zones whose bounding box touches a box. */
  readonly findInBounds: (bounds: Bounds) => readonly IndexedZone<Z>[];
}

/** Cells of one size. Zones are filed in every cell that they touch, at most four of their level. */
interface Level {
  readonly size: number;
  readonly cells: Map<number, number[]>;
  readonly members: number[];
}

/** Degrees; each level's cells are four times as wide as the last one's. */
const smallestCell = 0.01;
const levelFactor = 4;
/** More columns than any level has in 360°. */
const columns = 40_000;
/** Every metre of latitude is less than this many degrees. */
const degreesPerMetre = 1 / 110_500;

/**
 * Builds an index over zones of any size: a grid for each size of zone, so that small ones lie in small cells and large
 * ones not in thousands. A query costs a look into one cell a level, without respect to the number of zones.
 */
export function createZoneIndex<Z extends { readonly shape: ZoneShape }>(zones: readonly Z[]): ZoneIndex<Z> {
  const indexed = zones.map((zone): IndexedZone<Z> => ({ zone, geometry: createZoneGeometry(zone.shape) }));
  const levels: Level[] = [];
  indexed.forEach(({ geometry: { bounds } }, n) => {
    const level = getLevel(levels, Math.max(bounds.east - bounds.west, bounds.north - bounds.south));
    level.members.push(n);
    forEachCell(bounds, level.size, (key) => {
      const cell = level.cells.get(key);
      if (cell) cell.push(n);
      else level.cells.set(key, [n]);
    });
  });
  const usedLevels = levels.filter(({ members }) => members.length > 0);

  const none: readonly IndexedZone<Z>[] = [];
  const find = (west: number, south: number, east: number, north: number): readonly IndexedZone<Z>[] => {
    const found: number[] = [];
    const collect = (n: number) => {
      const bounds = indexed[n]?.geometry.bounds;
      if (
        bounds &&
        bounds.west <= east &&
        bounds.east >= west &&
        bounds.south <= north &&
        bounds.north >= south
      )
        found.push(n);
    };
    for (const { size, cells, members } of usedLevels) {
      const [x0, x1] = [Math.floor(west / size), Math.floor(east / size)];
      const [y0, y1] = [Math.floor(south / size), Math.floor(north / size)];
      if ((x1 - x0 + 1) * (y1 - y0 + 1) > members.length) members.forEach(collect);
      else
        for (let x = x0; x <= x1; x++)
          for (let y = y0; y <= y1; y++) {
            const cell = cells.get(y * columns + x);
            if (cell) for (const n of cell) collect(n);
          }
    }
    if (found.length === 0) return none;
    // A zone is filed in several cells.
    found.sort((a, b) => a - b);
    return found.flatMap((n, i) => (n === found[i - 1] ? [] : (indexed[n] ?? [])));
  };

  const findNear = (
    fromLon: number,
    fromLat: number,
    toLon: number,
    toLat: number,
    margin: number,
  ): readonly IndexedZone<Z>[] => {
    const dLat = margin * degreesPerMetre;
    const dLon = dLat / Math.max(0.01, Math.cos(((Math.abs(fromLat) + dLat) * Math.PI) / 180));
    return find(
      Math.min(fromLon, toLon) - dLon,
      Math.min(fromLat, toLat) - dLat,
      Math.max(fromLon, toLon) + dLon,
      Math.max(fromLat, toLat) + dLat,
    );
  };

  return {
    zones: indexed,
    findNearPoint: (lon, lat, margin = 0) => findNear(lon, lat, lon, lat, margin),
    findNearSegment: (fromLon, fromLat, toLon, toLat, margin = 0) =>
      findNear(fromLon, fromLat, toLon, toLat, margin),
    findInBounds: ({ west, south, east, north }) => find(west, south, east, north),
  };
}

/** The level whose cells are at least as wide as the extent. */
function getLevel(levels: Level[], extent: number): Level {
  let size = smallestCell;
  for (let n = 0; ; n++, size *= levelFactor) {
    const level = levels[n] ?? { size, cells: new Map(), members: [] };
    levels[n] = level;
    if (size >= extent) return level;
  }
}

function forEachCell({ west, south, east, north }: Bounds, size: number, visit: (key: number) => void): void {
  for (let x = Math.floor(west / size); x <= Math.floor(east / size); x++)
    for (let y = Math.floor(south / size); y <= Math.floor(north / size); y++) visit(y * columns + x);
}

/** True if two zones share a point on the ground; heights and times are not looked at. */
export function shapesOverlap(shape: ZoneShape, other: ZoneGeometry): boolean {
  switch (shape.type) {
    case "Circle":
      return other.signedDistance(...shape.center) <= shape.radius;
    case "Corridor":
      return shape.line.some((point, i) => {
        const next = shape.line[i + 1];
        return next !== undefined && other.touchesSegment(...point, ...next, shape.width / 2);
      });
    case "Polygon":
      return (
        shape.coordinates.some((ring) =>
          ring.some((point, i) => {
            const next = ring[i + 1];
            return next !== undefined && other.touchesSegment(...point, ...next);
          }),
        ) || containsAny(shape, other)
      );
  }
}

/** With no edge of the polygon touching the other zone, the whole of that zone is inside or outside. */
function containsAny(polygon: ZoneShape, other: ZoneGeometry): boolean {
  const { west, south, east, north } = other.bounds;
  const own = createZoneGeometry(polygon);
  return own.contains((west + east) / 2, (south + north) / 2);
}
