import { isInChina, zoneLimits } from "../../../adapters/contract/findShapeError.ts";
import { parseDecimal } from "../../../adapters/contract/parseDecimal.ts";
import type { ZoneShape } from "../../../adapters/contract/zone.ts";
import { type FoundShape, ZoneFileError } from "./foundShape.ts";
import { heightsNote, isHeight, type PlacedPoint, toCircle, toCorridor, toPolygon } from "./placedPoints.ts";
import { readZoneCrs, type ZoneCrs } from "./zoneCrs.ts";

type Json = Readonly<Record<string, unknown>>;

/** Without copies: a file may be one list of a million numbers. */
const toList = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);
// Cast: whatever is read from it is checked.
const toObject = (value: unknown): Json =>
  typeof value === "object" && value !== null ? (value as Json) : {};

/** What a file says of its shapes before them. */
interface Setting {
  readonly width: number;
  readonly radius: number | null;
  readonly crs: ZoneCrs;
  /** What the user says of the file. */
  readonly chosen: ZoneCrs;
}

/** Reads a feature collection, a feature or a geometry. @throws ZoneFileError for what is no JSON */
export function readGeoJson(source: string, width: number, chosen: ZoneCrs): FoundShape[] {
  const root = toObject(parseJson(source));
  const crs = readZoneCrs(root["crs"] ?? root["coordRefSys"], chosen, chosen);
  if (typeof crs === "string") throw new ZoneFileError(crs);
  return (toList(root["features"]) ?? [root]).flatMap((feature) =>
    readFeature(toObject(feature), { width, radius: null, crs, chosen }),
  );
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const line = /\(line (\d+) /.exec(String(error))?.[1];
    throw new ZoneFileError(
      `文件不是 GeoJSON 或 KML，或内容不完整${line === undefined ? "" : `（第 ${line} 行）`}`,
    );
  }
}

function readFeature(feature: Json, setting: Setting): FoundShape[] {
  const isFeature = feature["type"] === "Feature";
  const properties = toObject(isFeature ? feature["properties"] : {});
  const name = findName(properties);
  const toFound = ({ shape, note }: ReadShape): FoundShape => ({ name, shape, note });
  const [width, radius] = [readMetres(properties, "width"), readMetres(properties, "radius")];
  for (const metres of [width, radius]) if (typeof metres === "string") return [toFound(toUnread(metres))];
  const crs = isFeature ? readZoneCrs(feature["crs"], setting.crs, setting.chosen) : setting.crs;
  if (typeof crs === "string") return [toFound(toUnread(crs))];
  return readGeometry(isFeature ? feature["geometry"] : feature, {
    width: typeof width === "number" ? width : setting.width,
    radius: typeof radius === "number" ? radius : null,
    crs,
    chosen: setting.chosen,
  }).map(toFound);
}

type ReadShape = Omit<FoundShape, "name">;

const toUnread = (reason: string): ReadShape => ({ shape: reason, note: null });

/** Shapefiles have their names in upper case. */
const nameKeys = ["name", "名称", "title"];

function findName(properties: Json): string {
  for (const key of nameKeys) {
    const found = Object.entries(properties).find(([property]) => property.toLowerCase() === key)?.[1];
    if (typeof found === "string" || typeof found === "number") return String(found);
  }
  return "";
}

/** Null where there is none; a sentence about one that is no length: another one would be another shape. */
function readMetres(properties: Json, property: string): number | string | null {
  const value = properties[property];
  if (value === undefined || value === null || value === "") return null;
  const metres = typeof value === "string" ? parseDecimal(value) : value;
  if (typeof metres === "number" && metres > 0) return metres;
  return `${property} 应为米数，例如 200，现为 ${(JSON.stringify(value) ?? "").slice(0, 40)}`;
}

function readGeometry(value: unknown, outer: Setting): ReadShape[] {
  if (value === null || value === undefined) return [toUnread("没有图形（geometry 为空）")];
  const geometry = toObject(value);
  // In old files a geometry has a system of its own, also within a collection.
  const crs = readZoneCrs(geometry["crs"], outer.crs, outer.chosen);
  if (typeof crs === "string") return [toUnread(crs)];
  if (geometry["type"] === collection) return readCollection(geometry, { ...outer, crs });
  const heights = hasHeights(geometry["coordinates"]) ? [heightsNote] : [];
  const note = [...(crs.note === null ? [] : [crs.note]), ...heights].join("；") || null;
  return readShapes(geometry, { ...outer, crs }).map((shape) => ({ shape, note }));
}

const collection = "GeometryCollection";

function readCollection(geometry: Json, setting: Setting): ReadShape[] {
  const geometries = toList(geometry["geometries"]) ?? [];
  if (geometries.length === 0) return [toUnread(`${collection} 中没有图形`)];
  // Collections within collections are forbidden, and could be nested without end.
  return geometries.flatMap((one) =>
    toObject(one)["type"] === collection ? [toUnread(`${collection} 不能嵌套`)] : readGeometry(one, setting),
  );
}

/** Whether a point has a height; points lie at most three lists deep. */
function hasHeights(coordinates: unknown, depth = 0): boolean {
  const list = toList(coordinates);
  if (!list || depth > 3) return false;
  return typeof list[0] === "number" ? isHeight(list[2]) : list.some((inner) => hasHeights(inner, depth + 1));
}

function readShapes(geometry: Json, { width, radius, crs }: Setting): (ZoneShape | string)[] {
  const { type, coordinates } = { type: geometry["type"], coordinates: geometry["coordinates"] };
  const toLine = (at: unknown, where = "") =>
    onPoints(readPoints(at, where), (line) => toCorridor(line, width, crs));
  switch (type) {
    case "Polygon":
      return [readPolygon(coordinates, crs)];
    case "MultiPolygon":
      return readAll(coordinates, (one) => readPolygon(one, crs));
    case "LineString":
      return [toLine(coordinates)];
    case "MultiLineString":
      return readAll(coordinates, (one) => toLine(one));
    case "Point":
      return [readCircle(coordinates, radius, crs)];
    case "MultiPoint":
      return readAll(coordinates, (one) => readCircle(one, radius, crs));
    default:
      return [typeof type === "string" ? `不支持图形类型 ${type.slice(0, 40)}` : "没有可以识别的图形"];
  }
}

const onPoints = (
  points: readonly PlacedPoint[] | string,
  toShape: (points: readonly PlacedPoint[]) => ZoneShape | string,
): ZoneShape | string => (typeof points === "string" ? points : toShape(points));

function readAll(value: unknown, read: (one: unknown) => ZoneShape | string): (ZoneShape | string)[] {
  const all = toList(value) ?? [];
  return all.length > 0 ? all.map(read) : [noCoordinates];
}

const noCoordinates = "没有坐标（coordinates 不是坐标数组）";

function readPolygon(value: unknown, crs: ZoneCrs): ZoneShape | string {
  const all = toList(value) ?? [];
  if (all.length === 0) return noCoordinates;
  const rings: (readonly PlacedPoint[])[] = [];
  for (const [n, ring] of all.entries()) {
    const points = readPoints(ring, n === 0 ? "边界" : `第 ${n} 个孔洞`);
    if (typeof points === "string") return points;
    rings.push(points);
  }
  return toPolygon(rings, crs);
}

function readCircle(value: unknown, radius: number | null, crs: ZoneCrs): ZoneShape | string {
  if (radius === null) return "点没有范围，需要 radius（米）属性才能成为圆";
  return onPoints(readPoints([value], "圆心"), ([at]) => (at ? toCircle(at, radius, crs) : noCoordinates));
}

/** @param part name of what the points belong to */
function readPoints(value: unknown, part: string): readonly PlacedPoint[] | string {
  const positions = toList(value);
  if (!positions) return noCoordinates;
  if (positions.length > zoneLimits.maxPoints)
    return `最多 ${zoneLimits.maxPoints} 个点，现有 ${positions.length} 个，请简化边界`;
  const points: PlacedPoint[] = [];
  for (const [n, position] of positions.entries()) {
    const where = part === "圆心" ? part : `${part}第 ${n + 1} 个点`;
    const [lon, lat, ...rest] = toList(position) ?? [];
    if (typeof lon !== "number" || typeof lat !== "number" || !canFollow(rest))
      return `${where}不是 [经度, 纬度]：${(JSON.stringify(position) ?? "").slice(0, 60)}`;
    points.push({ lon, lat, where });
  }
  return points;
}

/** A height may follow a place, and in old files a measure; what else follows is a point that lost its brackets. */
function canFollow(rest: readonly unknown[]): boolean {
  const [height = 0, measure] = rest;
  if (rest.length > 2 || !rest.every((one) => typeof one === "number" || one === null)) return false;
  return !(typeof height === "number" && typeof measure === "number" && isInChina([height, measure]));
}
