import { XMLParser, XMLValidator } from "fast-xml-parser";
import * as z from "zod/mini";
import { findShapeError } from "../../adapters/contract/findShapeError.ts";
import type { ZoneShape } from "../../adapters/contract/zone.ts";
import type { ZoneImportReport } from "../../adapters/contract/zoneEdit.ts";

/** A shape in a file before it is checked; a string is the reason why it is no zone. */
interface Found {
  readonly name: string;
  readonly shape: ZoneShape | string;
}

/** The file cannot be read at all; the message is for the user. */
export class ZoneFileError extends Error {
  override readonly name = "ZoneFileError";
}

/** Zones of one file. */
const maxZones = 2_000;
const maxNameLength = 40;
/** Decimal places of degrees, about 1 cm. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

/**
 * Reads the polygons, lines and circles of a GeoJSON or KML file. Lines become corridors; a GeoJSON point with a
 * `radius` in metres becomes a circle.
 * @param width whole width of corridors in metres, unless a GeoJSON feature has a `width`
 * @throws ZoneFileError for a file that is neither
 */
export function parseZoneFile(text: string, width: number): ZoneImportReport {
  const source = text.replace(/^\uFEFF/, "").trim();
  const found = source.startsWith("<") ? parseKml(source, width) : parseGeoJson(source, width);
  if (found.length === 0) throw new ZoneFileError("文件中没有任何图形");
  if (found.length > maxZones)
    throw new ZoneFileError(`文件中有 ${found.length} 个图形，一次最多导入 ${maxZones} 个，请拆分文件`);
  const report: ZoneImportReport = { zones: [], skipped: [] };
  for (const [n, { name, shape }] of found.entries()) {
    const label = toZoneName(name.trim(), n + 1);
    const reason = typeof shape === "string" ? shape : findShapeError(shape);
    if (typeof shape !== "string" && reason === null) report.zones.push({ name: label, shape });
    else report.skipped.push({ name: label, reason: reason ?? "" });
  }
  return report;
}

/** A zone's name has at least two characters. */
function toZoneName(name: string, n: number): string {
  if (name === "") return `导入区域 ${n}`;
  return name.length === 1 ? `区域 ${name}` : name.slice(0, maxNameLength);
}

const position = z.array(z.number()).check(z.minLength(2));
const line = z.array(position);
const geometrySchema = z.union([
  z.object({ type: z.literal("Polygon"), coordinates: z.array(line).check(z.minLength(1)) }),
  z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(line).check(z.minLength(1))) }),
  z.object({ type: z.literal("LineString"), coordinates: line }),
  z.object({ type: z.literal("MultiLineString"), coordinates: z.array(line) }),
  z.object({ type: z.literal("Point"), coordinates: position }),
]);
const featureSchema = z.object({
  type: z.literal("Feature"),
  geometry: z.unknown(),
  properties: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});
const collectionSchema = z.object({ type: z.literal("FeatureCollection"), features: z.array(z.unknown()) });

function parseGeoJson(source: string, width: number): Found[] {
  let root: unknown;
  try {
    root = JSON.parse(source);
  } catch {
    throw new ZoneFileError("文件不是 GeoJSON 或 KML，或内容不完整");
  }
  const collection = collectionSchema.safeParse(root);
  const features = collection.success ? collection.data.features : [root];
  return features.flatMap((one) => {
    const feature = featureSchema.safeParse(one);
    const { geometry, properties } = feature.success
      ? feature.data
      : { geometry: one, properties: undefined };
    const name = toText(properties?.["name"]) ?? toText(properties?.["名称"]) ?? "";
    const radius = toMetres(properties?.["radius"]);
    return toShapes(geometry, toMetres(properties?.["width"]) ?? width, radius).map((shape) => ({
      name,
      shape,
    }));
  });
}

/** A name is a text or a number; anything else has none. */
const toText = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;

const toMetres = (value: unknown): number | null => (typeof value === "number" && value > 0 ? value : null);

function toShapes(value: unknown, width: number, radius: number | null): (ZoneShape | string)[] {
  const parsed = geometrySchema.safeParse(value);
  if (!parsed.success) return ["没有可以识别的图形"];
  const geometry = parsed.data;
  switch (geometry.type) {
    case "Polygon":
      return [toPolygon(geometry.coordinates)];
    case "MultiPolygon":
      return geometry.coordinates.map(toPolygon);
    case "LineString":
      return [toCorridor(geometry.coordinates, width)];
    case "MultiLineString":
      return geometry.coordinates.map((one) => toCorridor(one, width));
    case "Point": {
      if (radius === null) return ["点没有范围，需要 radius（米）属性才能成为圆"];
      const [center] = toPoints([geometry.coordinates]);
      return [center ? { type: "Circle", center, radius } : "坐标无效"];
    }
  }
}

const toPoints = (positions: readonly (readonly number[])[]): [number, number][] =>
  positions.map(([lon = Number.NaN, lat = Number.NaN]) => [roundDegrees(lon), roundDegrees(lat)]);

const areDegrees = (points: readonly (readonly [number, number])[]) =>
  points.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90);
const notDegrees = "坐标不是 WGS-84 经纬度";

function toPolygon(rings: readonly (readonly (readonly number[])[])[]): ZoneShape | string {
  const coordinates = rings.map(toPoints);
  return coordinates.every(areDegrees) ? { type: "Polygon", coordinates } : notDegrees;
}

function toCorridor(positions: readonly (readonly number[])[], width: number): ZoneShape | string {
  const points = toPoints(positions);
  return areDegrees(points) ? { type: "Corridor", line: points, width } : notDegrees;
}

const arrayTags = new Set([
  "Document",
  "Folder",
  "Placemark",
  "Polygon",
  "LineString",
  "Point",
  "innerBoundaryIs",
]);
const ringSchema = z.object({ LinearRing: z.object({ coordinates: z.string() }) });
const kmlPolygon = z.object({
  outerBoundaryIs: ringSchema,
  innerBoundaryIs: z.optional(z.array(ringSchema)),
});
const kmlLine = z.object({ coordinates: z.string() });
const kmlPlacemark = z.object({ name: z.optional(z.string()) });

function parseKml(source: string, width: number): Found[] {
  return collect(parseXml(source), "Placemark").flatMap((placemark) => {
    const parsed = kmlPlacemark.safeParse(placemark);
    const name = parsed.success ? (parsed.data.name ?? "") : "";
    const shapes = [
      ...collect(placemark, "Polygon").map(readKmlPolygon),
      ...collect(placemark, "LineString").map((one) => readKmlLine(one, width)),
      ...collect(placemark, "Point").map(() => "点没有范围，请改用多边形"),
    ];
    return (shapes.length > 0 ? shapes : ["没有可以识别的图形"]).map((shape) => ({ name, shape }));
  });
}

/** Nesting, entities and names of elements that the parser refuses make the file unreadable, too. */
function parseXml(source: string): unknown {
  const parser = new XMLParser({
    parseTagValue: false,
    processEntities: true,
    isArray: (name) => arrayTags.has(name),
  });
  try {
    if (XMLValidator.validate(source) === true) return parser.parse(source);
  } catch {
    // Told as any other damage.
  }
  throw new ZoneFileError("KML 文件已损坏、不完整或含有不支持的内容");
}

function readKmlPolygon(value: unknown): ZoneShape | string {
  const parsed = kmlPolygon.safeParse(value);
  if (!parsed.success) return "多边形缺少外边界";
  const { outerBoundaryIs, innerBoundaryIs = [] } = parsed.data;
  return toPolygon(
    [outerBoundaryIs, ...innerBoundaryIs].map(({ LinearRing }) =>
      parseKmlCoordinates(LinearRing.coordinates),
    ),
  );
}

function readKmlLine(value: unknown, width: number): ZoneShape | string {
  const parsed = kmlLine.safeParse(value);
  return parsed.success ? toCorridor(parseKmlCoordinates(parsed.data.coordinates), width) : "折线缺少坐标";
}

/** `lon,lat[,height]` separated by white space. */
const parseKmlCoordinates = (text: string): number[][] =>
  text
    .trim()
    .split(/\s+/)
    .map((tuple) => tuple.split(",").map(Number));

/** All elements of a name below a node, outermost only. */
function collect(node: unknown, name: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((one) => collect(one, name));
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, unknown]) =>
    key === name ? [child].flat() : collect(child, name),
  );
}
