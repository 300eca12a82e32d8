import type { ZoneShape } from "../../../../adapters/contract/zone.ts";

type Point = [number, number];

/** The coordinates of a shape as text: a line for each point, an empty one before each hole. */
export function formatCoordinates(shape: ZoneShape): string {
  const formatLine = (line: readonly (readonly [number, number])[]) =>
    line.map(([lng, lat]) => `${lng}, ${lat}`).join("\n");
  switch (shape.type) {
    case "Circle":
      return formatLine([shape.center]);
    case "Corridor":
      return formatLine(shape.line);
    case "Polygon":
      // The last point of a ring repeats the first.
      return shape.coordinates.map((ring) => formatLine(ring.slice(0, -1))).join("\n\n");
  }
}

/** A point per line: degrees, separated by a comma or white space. Null for anything else. */
function parsePoint(text: string): Point | null {
  const numbers = text
    .trim()
    .split(/[\s,，;；]+/)
    .map(Number);
  const [lng, lat] = numbers;
  if (numbers.length !== 2 || lng === undefined || lat === undefined) return null;
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [lng, lat] : null;
}

export type ParsedPoints = { readonly lines: readonly Point[][] } | { readonly error: string };

/** Parses lines of points; empty lines separate the outline from holes. */
export function parseCoordinates(text: string): ParsedPoints {
  const lines: Point[][] = [[]];
  for (const [n, row] of text.split("\n").entries()) {
    if (row.trim() === "") {
      if (lines.at(-1)?.length) lines.push([]);
      continue;
    }
    const point = parsePoint(row);
    if (!point) return { error: `第 ${n + 1} 行应为「经度, 纬度」，如 116.397128, 39.916527` };
    lines.at(-1)?.push(point);
  }
  return { lines: lines.filter((line) => line.length > 0) };
}

const close = (ring: Point[]): Point[] => {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = ring.length > 1 && first && last && first[0] === last[0] && first[1] === last[1];
  return first && !isClosed ? [...ring, first] : ring;
};

/** Builds a shape from its parts; the checks of the contract say what is missing. */
export function buildShape(
  type: ZoneShape["type"],
  lines: readonly Point[][],
  metres: number,
): ZoneShape | null {
  const [first] = lines;
  if (!first?.[0]) return null;
  switch (type) {
    case "Circle":
      return { type, center: first[0], radius: metres };
    case "Corridor":
      return { type, line: first, width: metres };
    case "Polygon":
      return { type, coordinates: lines.map(close) };
  }
}

/** The kind and number of points: `多边形，6 个点，1 个孔洞`. */
export function describeShape(shape: ZoneShape): string {
  switch (shape.type) {
    case "Circle":
      return `圆，半径 ${shape.radius} m`;
    case "Corridor":
      return `走廊，${shape.line.length} 个点，宽 ${shape.width} m`;
    case "Polygon": {
      const [outline = [], ...holes] = shape.coordinates;
      const points = `多边形，${Math.max(0, outline.length - 1)} 个点`;
      return holes.length > 0 ? `${points}，${holes.length} 个孔洞` : points;
    }
  }
}
