import { isInChina } from "../../../adapters/contract/findShapeError.ts";
import { parseDecimal } from "../../../adapters/contract/parseDecimal.ts";
import type { ZoneShape } from "../../../adapters/contract/zone.ts";
import { findChild, findChildren, findElements, readXml, type XmlElement, XmlError } from "../readXml.ts";
import { type FoundShape, ZoneFileError } from "./foundShape.ts";
import { heightsNote, isHeight, type PlacedPoint, toCorridor, toPolygon } from "./placedPoints.ts";
import type { ZoneCrs } from "./zoneCrs.ts";

/** Elements with a place of their own that are no zone, each with the reason. */
const otherPlaces: Readonly<Record<string, string>> = {
  Point: "点没有范围，请改用多边形",
  Track: "航迹不是管制区，请在历史任务中导入",
  MultiTrack: "航迹不是管制区，请在历史任务中导入",
  Model: "不支持三维模型",
};
/** Features without a shape. */
const otherFeatures: Readonly<Record<string, string>> = {
  NetworkLink: "图形在另一个文件中，请导入那个文件",
  GroundOverlay: "图片没有边界，请改用多边形",
  PhotoOverlay: "照片没有边界，请改用多边形",
};
const shapeNames = new Set(["Polygon", "LineString", "LinearRing", ...Object.keys(otherPlaces)]);
const coordinatesName = "coordinates";

/** A shape, or coordinates that belong to none. */
const hasPlaces = ({ name }: XmlElement) => shapeNames.has(name) || name === coordinatesName;
const strayCoordinates = "坐标不在多边形或折线中，没有读取";

/** Reads the placemarks of a KML file. @throws ZoneFileError for what is broken or another XML */
export function readKml(source: string, width: number, crs: ZoneCrs): FoundShape[] {
  const root = parse(source);
  const features = findElements(
    root,
    (element) =>
      element.name === "Placemark" || Object.hasOwn(otherFeatures, element.name) || hasPlaces(element),
  );
  if (features.length === 0 && root.name !== "kml")
    throw new ZoneFileError(`文件是 XML（${root.name.slice(0, 40)}），不是 GeoJSON 或 KML`);
  return features.flatMap((feature): FoundShape[] => {
    const name = readName(feature);
    const other = Object.entries(otherFeatures).find(([key]) => key === feature.name)?.[1];
    if (other !== undefined) return [{ name, shape: at(feature, other), note: null }];
    if (feature.name !== "Placemark")
      return [{ name, shape: at(feature, "图形不在地标（Placemark）中，没有读取"), note: null }];
    const shapes = findElements(feature, hasPlaces);
    if (shapes.length === 0) return [{ name, shape: at(feature, "没有可以识别的图形"), note: null }];
    return shapes.map((element) => {
      const notes: string[] = crs.note === null ? [] : [crs.note];
      return { name, shape: readShape(element, width, { crs, notes }), note: notes.join("；") || null };
    });
  });
}

const at = ({ line }: XmlElement, reason: string) => `${reason}（第 ${line} 行）`;

function parse(source: string): XmlElement {
  try {
    return readXml(source);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ZoneFileError(`KML 文件已损坏、不完整或含有不支持的内容（第 ${error.line} 行）`);
  }
}

/** Its name, or that of the table that it was made from. */
function readName(feature: XmlElement): string {
  const own = findChild(feature, "name")?.text.trim() ?? "";
  if (own !== "") return own;
  const isName = ({ attributes }: XmlElement) => /^(name|名称)$/i.test(attributes.get("name") ?? "");
  const data = findElements(feature, ({ name }) => name === "SimpleData" || name === "Data").find(isName);
  return (findChild(data ?? null, "value") ?? data)?.text.trim() ?? "";
}

interface ReadContext {
  readonly crs: ZoneCrs;
  /** What was read in an unusual way. */
  readonly notes: string[];
}

function readShape(element: XmlElement, width: number, context: ReadContext): ZoneShape | string {
  const { crs, notes } = context;
  const other = Object.entries(otherPlaces).find(([key]) => key === element.name)?.[1];
  if (other !== undefined) return at(element, other);
  if (element.name === coordinatesName) return at(element, strayCoordinates);
  if (element.name === "Polygon") return readPolygon(element, context);
  const points = readCoordinates(element, notes);
  if (typeof points === "string") return points;
  return element.name === "LinearRing" ? toPolygon([points], crs) : toCorridor(points, width, crs);
}

function readPolygon(polygon: XmlElement, { crs, notes }: ReadContext): ZoneShape | string {
  const ringsOf = (name: string) =>
    findChildren(polygon, name).flatMap((boundary) => findChildren(boundary, "LinearRing"));
  const outer = ringsOf("outerBoundaryIs");
  if (outer.length === 0) return at(polygon, "多边形缺少外边界");
  if (outer.length > 1) return at(polygon, `多边形有 ${outer.length} 个外边界，请拆成多个多边形`);
  const all = [...outer, ...ringsOf("innerBoundaryIs")];
  const read = new Set(all.flatMap((ring) => findChildren(ring, coordinatesName)));
  const stray = findElements(polygon, ({ name }) => name === coordinatesName).find((list) => !read.has(list));
  if (stray) return at(stray, "多边形的坐标不在外边界或孔洞的 LinearRing 中");
  const rings = [];
  for (const ring of all) {
    const points = readCoordinates(ring, notes);
    if (typeof points === "string") return points;
    rings.push(points);
  }
  return toPolygon(rings, crs);
}

/** What stands between white space: a point, if the file is right. */
interface Tuple {
  readonly line: number;
  readonly parts: string[];
}

/**
 * The points of an element's `coordinates`: `lon,lat[,height]`, separated by white space. Blanks around commas are
 * passed over. Where commas, or blanks, separate all numbers, they are read as drawn if only one way gives places in
 * China, which is noted; any other number makes a sentence that names its line.
 */
function readCoordinates(element: XmlElement, notes: string[]): readonly PlacedPoint[] | string {
  const lists = findElements(element, ({ name }) => name === coordinatesName);
  const [list] = lists;
  if (!list || lists.length > 1 || list.text.trim() === "")
    return at(element, lists.length > 1 ? "有多组坐标" : "没有坐标");
  const [inside] = list.children;
  if (inside) return at(inside, `坐标中有元素 ${inside.name.slice(0, 40)}`);
  const tuples = readTuples(list);
  const wrong = tuples.find(({ parts }) => !parts.every(isNumber));
  if (wrong) return `第 ${wrong.line} 行的坐标“${describe(wrong)}”不是数字`;
  if (tuples.every(({ parts }) => parts.length === 2 || parts.length === 3))
    return noteHeights(tuples, notes).map(({ line, parts }) => toPoint(parts, 0, line));
  return separate(tuples, notes);
}

/** A zone has the heights that its user gives. */
function noteHeights(tuples: readonly Tuple[], notes: string[]): readonly Tuple[] {
  if (tuples.some(({ parts }) => isHeight(parseDecimal(parts[2] ?? "")))) notes.push(heightsNote);
  return tuples;
}

const describe = ({ parts }: Tuple) => parts.join(",").slice(0, 60);

/** The heights of some programs are not known. */
const isNumber = (part: string, index: number) =>
  !Number.isNaN(parseDecimal(part)) || (index === 2 && /^nan$/i.test(part));

const toPoint = (parts: readonly string[], from: number, line: number): PlacedPoint => ({
  lon: Number(parts[from]),
  lat: Number(parts[from + 1]),
  where: `第 ${line} 行`,
});

function readTuples({ text, line: firstLine }: XmlElement): Tuple[] {
  const tuples: Tuple[] = [];
  let line = firstLine;
  let afterComma = false;
  const add = (part: string) => {
    const tuple = tuples.at(-1);
    if (afterComma && tuple) tuple.parts.push(part);
    else tuples.push({ line, parts: [part] });
  };
  for (const [token] of text.matchAll(/[^\s,]+|,|\n/g)) {
    if (token === "\n") line += 1;
    else if (token !== ",") {
      add(token);
      afterComma = false;
    } else if (afterComma || tuples.length === 0) {
      // Nothing between two commas is no number.
      add("");
      afterComma = true;
    } else afterComma = true;
  }
  return tuples;
}

/** Points whose separators are missing. */
function separate(tuples: readonly Tuple[], notes: string[]): readonly PlacedPoint[] | string {
  const odd = tuples.find(({ parts }) => parts.length !== 2 && parts.length !== 3);
  if (!odd) return [];
  // Blanks between all numbers are one list of them.
  const groups = tuples.every(({ parts }) => parts.length === 1)
    ? [{ line: odd.line, parts: tuples.flatMap(({ parts }) => parts) }]
    : tuples;
  const ways = [2, 3].map((size) => split(groups, size)).filter((way) => way !== null);
  const [points] = ways;
  if (!points || ways.length > 1)
    return `第 ${odd.line} 行的坐标“${describe(odd)}”无法拆成一个个点，应为“经度,纬度,高度”，点之间用空格分隔`;
  notes.push(`第 ${odd.line} 行起的坐标缺少分隔，已按图形原样拆成 ${points.length} 个点，请核对`);
  return points;
}

/** Null if not all numbers can be places of so many numbers each. */
function split(groups: readonly Tuple[], size: number): PlacedPoint[] | null {
  const points: PlacedPoint[] = [];
  for (const { line, parts } of groups) {
    if (parts.length % size !== 0) return null;
    for (let from = 0; from < parts.length; from += size) {
      const point = toPoint(parts, from, line);
      if (!isInChina([point.lon, point.lat])) return null;
      points.push(point);
    }
  }
  return points;
}
