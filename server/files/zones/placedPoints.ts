import { isInChina } from "../../../adapters/contract/findShapeError.ts";
import type { ZoneShape } from "../../../adapters/contract/zone.ts";
import type { ZoneCrs } from "./zoneCrs.ts";

/** A point of a shape, and where the file has it, as the user finds it. */
export interface PlacedPoint {
  readonly lon: number;
  readonly lat: number;
  readonly where: string;
}

/** Said of a file whose coordinates have heights. */
export const heightsNote = "坐标中的高度没有使用，管制区的高度以下限高度、上限高度为准";

/** Whether the third number of a point says something: many programs write zeros. */
export const isHeight = (value: unknown): boolean =>
  typeof value === "number" && !Number.isNaN(value) && value !== 0;

/** Decimal places of degrees, about 1 cm. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

const areDegrees = (lon: number, lat: number) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90;

/** Why a point cannot be of a zone in China; null if it can, or if the check of its shape tells. */
function findPlaceError({ lon, lat, where }: PlacedPoint): string | null {
  if (isInChina([lon, lat])) return null;
  if (isInChina([lat, lon])) return `${where}的坐标 ${lon},${lat} 经度、纬度颠倒，请把经度写在前面`;
  return areDegrees(lon, lat) ? null : `坐标不是 WGS-84 经纬度（${where}：${lon},${lat}）`;
}

/** The points in WGS-84; a sentence about the first that cannot be of a zone. */
function toWgs84(points: readonly PlacedPoint[], { convert }: ZoneCrs): [number, number][] | string {
  const converted: [number, number][] = [];
  for (const { lon, lat, where } of points) {
    const [x, y] = convert([lon, lat]);
    const error = findPlaceError({ lon: x, lat: y, where });
    if (error) return error;
    converted.push([roundDegrees(x), roundDegrees(y)]);
  }
  return converted;
}

export function toPolygon(rings: readonly (readonly PlacedPoint[])[], crs: ZoneCrs): ZoneShape | string {
  const coordinates: [number, number][][] = [];
  for (const ring of rings) {
    const points = toWgs84(ring, crs);
    if (typeof points === "string") return points;
    coordinates.push(points);
  }
  return { type: "Polygon", coordinates };
}

export function toCorridor(line: readonly PlacedPoint[], width: number, crs: ZoneCrs): ZoneShape | string {
  const points = toWgs84(line, crs);
  return typeof points === "string" ? points : { type: "Corridor", line: points, width };
}

export function toCircle(at: PlacedPoint, radius: number, crs: ZoneCrs): ZoneShape | string {
  const points = toWgs84([at], crs);
  if (typeof points === "string") return points;
  const [center = [Number.NaN, Number.NaN]] = points;
  return { type: "Circle", center, radius };
}
