import { isInChina } from "../../../adapters/contract/findShapeError.ts";
import { parseDecimal } from "../../../adapters/contract/parseDecimal.ts";
import { findChildren, type XmlElement } from "../readXml.ts";
import type { PlacedPoint } from "./placedPoints.ts";

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
export function readCoordinates(element: XmlElement, notes: string[]): readonly PlacedPoint[] | string {
  const lists = findChildren(element, "coordinates");
  const [list] = lists;
  if (!list || lists.length > 1 || list.text.trim() === "")
    return `${lists.length > 1 ? "有多组坐标" : "没有坐标"}（第 ${element.line} 行）`;
  const tuples = readTuples(list);
  const wrong = tuples.find(({ parts }) => !parts.every(isNumber));
  if (wrong) return `第 ${wrong.line} 行的坐标“${describe(wrong)}”不是数字`;
  if (tuples.every(({ parts }) => parts.length === 2 || parts.length === 3))
    return tuples.map(({ line, parts }) => toPoint(parts, 0, line));
  return separate(tuples, notes);
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
