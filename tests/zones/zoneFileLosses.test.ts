import { describe, expect, it } from "vitest";
import { parseZoneFile } from "../../server/files/zones/parseZoneFile.ts";

const corners = "104,30.6 104.02,30.6 104.02,30.62 104,30.6";
const list = `<coordinates>${corners}</coordinates>`;
const ring = `<LinearRing>${list}</LinearRing>`;
const outer = `<outerBoundaryIs>${ring}</outerBoundaryIs>`;
const inPlacemark = (shape: string) => `<kml><Document><Placemark>\n${shape}</Placemark></Document></kml>`;
const reasons = (source: string) => parseZoneFile(source, 40).skipped.map(({ reason }) => reason);
const square = [
  [104, 30.6],
  [104.02, 30.6],
  [104.02, 30.62],
  [104, 30.6],
];
const polygon = (more: object = {}) => ({ type: "Polygon", coordinates: [square], ...more });
const read = (value: unknown) => parseZoneFile(JSON.stringify(value), 40);
const heightsNote = "坐标中的高度没有使用，管制区的高度以下限高度、上限高度为准";

describe("coordinates of KML that no rule reads", () => {
  it.each([
    [
      "of a hole without its ring",
      inPlacemark(`<Polygon>${outer}<innerBoundaryIs>${list}</innerBoundaryIs></Polygon>`),
      "多边形的坐标不在外边界或孔洞的 LinearRing 中（第 2 行）",
    ],
    [
      "of a ring beside the boundary",
      inPlacemark(`<Polygon>${outer}${ring}</Polygon>`),
      "多边形的坐标不在外边界或孔洞的 LinearRing 中（第 2 行）",
    ],
    [
      "in an element of their own",
      inPlacemark(
        `<LineString><coordinates>104,30.6 <b>104.01,30.6</b> 104.02,30.6</coordinates></LineString>`,
      ),
      "坐标中有元素 b（第 2 行）",
    ],
    [
      "of a shape outside a placemark",
      `<kml><Document>\n<Polygon>${outer}</Polygon></Document></kml>`,
      "图形不在地标（Placemark）中，没有读取（第 2 行）",
    ],
    ["without a shape", inPlacemark(list), "坐标不在多边形或折线中，没有读取（第 2 行）"],
    [
      "of a photo",
      `<kml><PhotoOverlay><Point>${list}</Point></PhotoOverlay></kml>`,
      "照片没有边界，请改用多边形（第 1 行）",
    ],
  ])("%s leave their shape out with a reason", (_, source, reason) => {
    expect(parseZoneFile(source, 40).zones).toEqual([]);
    expect(reasons(source)).toEqual([reason]);
  });
});

describe("what of GeoJSON would change a shape or its place", () => {
  it("is refused where a tuple of four holds two places", () => {
    const coordinates = [
      [
        [104, 30.6],
        [104.02, 30.6, 104.02, 30.62],
        [104, 30.62],
        [104, 30.6],
      ],
    ];
    expect(read({ type: "Polygon", coordinates }).skipped).toEqual([
      { name: "导入区域 1", reason: "边界第 2 个点不是 [经度, 纬度]：[104.02,30.6,104.02,30.62]" },
    ]);
  });

  it.each([
    ["radius", "5km", { type: "Point", coordinates: [104, 30.6] }],
    ["radius", -5, { type: "Point", coordinates: [104, 30.6] }],
    [
      "width",
      "30 m",
      {
        type: "LineString",
        coordinates: [
          [104, 30.6],
          [104.02, 30.6],
        ],
      },
    ],
  ])("is refused where %s is %j, which is no length", (property, value, geometry) => {
    const { zones, skipped } = read({ type: "Feature", properties: { [property]: value }, geometry });
    expect(zones).toEqual([]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      `${property} 应为米数，例如 200，现为 ${JSON.stringify(value)}`,
    ]);
  });

  it("is converted, or refused by name, where a geometry of a collection names its own system", () => {
    const named = (name: string) => polygon({ crs: { type: "name", properties: { name } } });
    const { zones, skipped, notes } = read({
      type: "GeometryCollection",
      geometries: [named("GCJ02"), named("EPSG:4214")],
    });
    expect(zones).toHaveLength(1);
    expect(zones[0]?.shape).not.toEqual(polygon());
    expect(notes).toEqual(["坐标已由 GCJ-02（火星坐标系） 换算为 WGS-84"]);
    expect(skipped.map(({ reason }) => reason)).toEqual([expect.stringContaining("北京 1954（EPSG:4214）")]);
  });
});

describe("heights in coordinates", () => {
  it("are said not to be used, in either format", () => {
    const high = square.map(([lon, lat]) => [lon, lat, 120]);
    expect(read({ type: "Polygon", coordinates: [high] }).notes).toEqual([heightsNote]);
    const line = "<LineString><coordinates>104,30.6,120 104.02,30.6,120</coordinates></LineString>";
    expect(parseZoneFile(inPlacemark(line), 40).notes).toEqual([heightsNote]);
  });

  it("of zero say nothing", () => {
    const flat = square.map(([lon, lat]) => [lon, lat, 0]);
    expect(read({ type: "Polygon", coordinates: [flat] }).notes).toEqual([]);
  });
});
