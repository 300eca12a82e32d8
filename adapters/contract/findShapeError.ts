import { getDegreeLengths } from "./localMetres.ts";
import type { ZoneShape } from "./zone.ts";

type Point = readonly [number, number];
type Line = readonly Point[];

/** Limits of a zone: metres, points. */
export const zoneLimits = { minMetres: 10, maxMetres: 500_000, maxPoints: 1_000 } as const;

/** China, as the positions of devices are checked. */
const china = { west: 73.55, south: 3.85, east: 135.09, north: 53.56 } as const;

/** The first reason why a shape cannot be a zone, as a sentence for the user; null if it can. */
export function findShapeError(shape: ZoneShape): string | null {
  const points = getShapePoints(shape);
  if (points.length > zoneLimits.maxPoints)
    return `最多 ${zoneLimits.maxPoints} 个点，现有 ${points.length} 个，请简化边界`;
  return findFormError(shape) ?? findExtentError(shape, points);
}

const getShapePoints = (shape: ZoneShape): Line => {
  if (shape.type === "Circle") return [shape.center];
  return shape.type === "Corridor" ? shape.line : shape.coordinates.flat();
};

function findFormError(shape: ZoneShape): string | null {
  if (shape.type === "Circle")
    return shape.radius < zoneLimits.minMetres ? `半径不能小于 ${zoneLimits.minMetres} 米` : null;
  if (shape.type === "Corridor") {
    if (countDistinct(shape.line) < 2) return "走廊至少需要 2 个不同的点";
    return shape.width < zoneLimits.minMetres ? `走廊宽度不能小于 ${zoneLimits.minMetres} 米` : null;
  }
  const [outline = [], ...holes] = shape.coordinates;
  return findRingError(outline, "边界") ?? findHoleError(outline, holes);
}

function findRingError(ring: Line, name: string): string | null {
  if (countDistinct(ring) < 3) return `${name}至少需要 3 个不同的点`;
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || !isSamePoint(first, last)) return `${name}没有闭合，最后一个点应与第一个点相同`;
  const crossing = findSelfIntersection(ring);
  return crossing ? `${name}自相交：第 ${crossing[0]} 条边与第 ${crossing[1]} 条边相交` : null;
}

function findHoleError(outline: Line, holes: readonly Line[]): string | null {
  const edge = toRing(outline);
  const earlier: Ring[] = [];
  for (const [i, points] of holes.entries()) {
    const name = `第 ${i + 1} 个孔洞`;
    const error = findRingError(points, name);
    if (error) return error;
    const hole = toRing(points);
    if (isTouching(hole, edge) || !points.every((point) => isInsideRing(point, edge)))
      return `${name}没有完全在边界之内`;
    for (const [j, other] of earlier.entries())
      if (
        haveCommonBox(hole, other) &&
        (isTouching(hole, other) || isPartInside(hole, other) || isPartInside(other, hole))
      )
        return `${name}与第 ${j + 1} 个孔洞重叠`;
    earlier.push(hole);
  }
  return null;
}

function findExtentError(shape: ZoneShape, points: Line): string | null {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)];
  const [west, east] = [Math.min(...lons), Math.max(...lons)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const metres = getDegreeLengths((south + north) / 2);
  const margin = getMargin(shape);
  const width = (east - west) * metres.lon + 2 * margin;
  const height = (north - south) * metres.lat + 2 * margin;
  const size = Math.max(width, height);
  const centre = [(west + east) / 2, (south + north) / 2] as const;
  if (size > 2_000_000 && isInChina(centre)) return "管制区不能覆盖全国，请按区域分别划设";
  if (size > zoneLimits.maxMetres)
    return `范围 ${Math.round(size / 1000)} 公里，不能超过 ${zoneLimits.maxMetres / 1000} 公里`;
  // A thin triangle is wide enough in one direction only.
  if (size < zoneLimits.minMetres) return `范围不能小于 ${zoneLimits.minMetres} 米`;
  if (points.some((point) => !isInChina(point))) return "坐标应在中国境内，请检查经度、纬度是否颠倒";
  return null;
}

const getMargin = (shape: ZoneShape): number => {
  if (shape.type === "Circle") return shape.radius;
  return shape.type === "Corridor" ? shape.width / 2 : 0;
};

/** Whether a place lies in the box around China. */
export const isInChina = ([lon, lat]: Point) =>
  lon >= china.west && lon <= china.east && lat >= china.south && lat <= china.north;

const isSamePoint = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];
const countDistinct = (line: Line) => new Set(line.map(([lon, lat]) => `${lon} ${lat}`)).size;

/** Twice the signed area of a triangle: positive if it turns left. */
const turn = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** True if two segments share a point; collinear ones that overlap count too. */
function isCrossing(a: Point, b: Point, c: Point, d: Point): boolean {
  if (
    Math.max(a[0], b[0]) < Math.min(c[0], d[0]) ||
    Math.max(c[0], d[0]) < Math.min(a[0], b[0]) ||
    Math.max(a[1], b[1]) < Math.min(c[1], d[1]) ||
    Math.max(c[1], d[1]) < Math.min(a[1], b[1])
  )
    return false;
  return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

/** The segments of a line, repeated points left out. */
function toSegments(line: Line): readonly (readonly [Point, Point])[] {
  return line.flatMap((point, i): [Point, Point][] => {
    const next = line[i + 1];
    return next && !isSamePoint(point, next) ? [[point, next]] : [];
  });
}

/** Numbers, from 1, of two edges of a closed ring that meet elsewhere than at their common corner. */
function findSelfIntersection(ring: Line): readonly [number, number] | null {
  const edges = toSegments(ring);
  for (const [i, [a, b]] of edges.entries())
    for (let j = i + 1; j < edges.length; j++) {
      const [c, d] = edges[j] ?? [a, b];
      const isNext = j === i + 1;
      const isLast = i === 0 && j === edges.length - 1;
      if (isNext || isLast) {
        // Neighbours share a corner; one that runs back over the other is a spike.
        const [corner, before, after] = isNext ? [b, a, d] : [a, b, c];
        if (turn(before, corner, after) === 0 && isBehind(corner, before, after)) return [i + 1, j + 1];
      } else if (isCrossing(a, b, c, d)) return [i + 1, j + 1];
    }
  return null;
}

/** True if both points lie in the same direction of the corner. */
const isBehind = (corner: Point, a: Point, b: Point) =>
  (a[0] - corner[0]) * (b[0] - corner[0]) + (a[1] - corner[1]) * (b[1] - corner[1]) > 0;

/** A ring with what is compared again and again. */
interface Ring {
  readonly points: Line;
  readonly segments: readonly (readonly [Point, Point])[];
  /** West, south, east, north. */
  readonly box: readonly [number, number, number, number];
}

function toRing(points: Line): Ring {
  let box: Ring["box"] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of points)
    box = [Math.min(box[0], lon), Math.min(box[1], lat), Math.max(box[2], lon), Math.max(box[3], lat)];
  return { points, segments: toSegments(points), box };
}

const haveCommonBox = ({ box: a }: Ring, { box: b }: Ring) =>
  a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

const isTouching = (ring: Ring, other: Ring) =>
  ring.segments.some(([a, b]) => other.segments.some(([c, d]) => isCrossing(a, b, c, d)));

const isPartInside = ({ points }: Ring, other: Ring) => points.some((point) => isInsideRing(point, other));

/** Even-odd; points on the ring may count either way. */
function isInsideRing([lon, lat]: Point, { segments }: Ring): boolean {
  let inside = false;
  for (const [[ax, ay], [bx, by]] of segments)
    if (ay > lat !== by > lat && lon < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside;
  return inside;
}
