import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findShapeError } from "../../adapters/contract/findShapeError.ts";
import type { ZoneShape } from "../../adapters/contract/zone.ts";
import { formatShape, formatWeekly } from "../../adapters/contract/zoneText.ts";
import { ZoneFileError } from "../../server/files/zones/foundShape.ts";
import { parseZoneFile } from "../../server/files/zones/parseZoneFile.ts";
import { splitPolygon } from "../../server/zones/splitPolygon.ts";
import { createZoneGeometry } from "../../server/zones/zoneGeometry.ts";
import { between, offset, rectangle } from "./shapes.ts";

const centre: [number, number] = [116.4, 39.9];
type Point = [number, number];
const polygon = (...coordinates: Point[][]): ZoneShape => ({ type: "Polygon", coordinates });
const toRing = (size: number, at = centre): Point[] => rectangle(at, size, size).coordinates[0] ?? [];
const at = (east: number, north: number) => offset(centre, east, north);

describe("shapes that cannot be a zone", () => {
  it.each<[string, ZoneShape, string]>([
    ["two points", polygon([centre, at(90, 0), centre]), "边界至少需要 3 个不同的点"],
    ["an open ring", polygon(toRing(90).slice(0, -1)), "边界没有闭合，最后一个点应与第一个点相同"],
    [
      "a bow tie",
      polygon([centre, at(90, 90), at(90, 0), at(0, 90), centre]),
      "边界自相交：第 1 条边与第 3 条边相交",
    ],
    [
      "a spike",
      polygon([centre, at(90, 0), at(45, 0), at(45, 90), centre]),
      "边界自相交：第 1 条边与第 2 条边相交",
    ],
    ["a small polygon", polygon(toRing(9.9)), "范围不能小于 10 米"],
    ["a small circle", { type: "Circle", center: centre, radius: 9.9 }, "半径不能小于 10 米"],
    [
      "a narrow corridor",
      { type: "Corridor", line: [centre, at(90, 0)], width: 9 },
      "走廊宽度不能小于 10 米",
    ],
    [
      "a corridor of one point",
      { type: "Corridor", line: [centre, centre], width: 20 },
      "走廊至少需要 2 个不同的点",
    ],
    [
      "a large circle",
      { type: "Circle", center: centre, radius: 251_000 },
      "范围 502 公里，不能超过 500 公里",
    ],
    [
      "a long corridor",
      { type: "Corridor", line: [centre, [116.4, 45.3]], width: 20 },
      "范围 600 公里，不能超过 500 公里",
    ],
    [
      "the whole country",
      polygon([
        [74, 18],
        [135, 18],
        [135, 53],
        [74, 53],
        [74, 18],
      ]),
      "管制区不能覆盖全国，请按区域分别划设",
    ],
    [
      "the whole country as a circle",
      { type: "Circle", center: [105, 36], radius: 2e6 },
      "管制区不能覆盖全国，请按区域分别划设",
    ],
    [
      "a place abroad",
      { type: "Circle", center: [39.9, 36.4], radius: 500 },
      "坐标应在中国境内，请检查经度、纬度是否颠倒",
    ],
    ["a hole outside", polygon(toRing(90), toRing(30, at(200, 0))), "第 1 个孔洞没有完全在边界之内"],
    [
      "a hole across the outline",
      polygon(toRing(90), toRing(30, at(45, 0))),
      "第 1 个孔洞没有完全在边界之内",
    ],
    ["holes in each other", polygon(toRing(90), toRing(60), toRing(30)), "第 2 个孔洞与第 1 个孔洞重叠"],
  ])("%s", (_, shape, message) => {
    expect(findShapeError(shape)).toBe(message);
  });

  it.each<[string, ZoneShape]>([
    ["a polygon with two holes", polygon(toRing(900), toRing(90, at(-200, 0)), toRing(90, at(200, 0)))],
    ["a triangle", polygon([centre, at(90, 0), at(0, 90), centre])],
    ["a circle of 10 m", { type: "Circle", center: centre, radius: 10 }],
    [
      "a corridor that crosses itself",
      { type: "Corridor", line: [centre, at(90, 0), at(45, 45), at(45, -45)], width: 10 },
    ],
    ["a point on a straight edge", polygon([centre, at(45, 0), at(90, 0), at(0, 90), centre])],
  ])("%s is fine", (_, shape) => {
    expect(findShapeError(shape)).toBeNull();
  });

  it("stars are fine, however wild; swapping two neighbours is found", () => {
    const radii = fc.array(between(50, 5_000), { minLength: 5, maxLength: 40 });
    fc.assert(
      fc.property(radii, (all) => {
        const ring = all.map((radius, n) => {
          const bearing = (n / all.length) * 2 * Math.PI;
          return at(Math.sin(bearing) * radius, Math.cos(bearing) * radius);
        });
        expect(findShapeError(polygon([...ring, ...ring.slice(0, 1)]))).toBeNull();
      }),
    );
  });
});

describe("splitting a polygon", () => {
  /** Twice the area, about the first corner so that no digits are lost. */
  const area = ([[x0, y0] = [0, 0], ...ring]: readonly Point[]) =>
    Math.abs(
      ring
        .slice(1)
        .reduce(
          (sum, [x, y], i) =>
            sum + ((ring[i]?.[0] ?? 0) - x0) * (y - y0) - (x - x0) * ((ring[i]?.[1] ?? 0) - y0),
          0,
        ),
    );
  const hole = toRing(200, at(-300, 0));
  const square = toRing(1_000);

  it("any straight cut through a star keeps the area; each part passes the check", () => {
    fc.assert(
      fc.property(
        fc.array(between(500, 520), { minLength: 6, maxLength: 24 }),
        between(0, Math.PI),
        between(-300, 300),
        (radii, bearing, shift) => {
          const ring = radii.map((radius, n) => {
            const angle = (n / radii.length) * 2 * Math.PI + 0.001;
            return at(Math.sin(angle) * radius, Math.cos(angle) * radius);
          });
          const closed = [...ring, ...ring.slice(0, 1)];
          const [dx, dy] = [Math.sin(bearing), Math.cos(bearing)];
          const cut = [-2_000, 2_000].map((along) => at(dx * along + dy * shift, dy * along - dx * shift));
          const parts = splitPolygon([closed], cut);
          if (typeof parts === "string") throw new Error(parts);
          const areas = parts.map(([outline = []]) => area(outline));
          expect(((areas[0] ?? 0) + (areas[1] ?? 0)) / area(closed)).toBeCloseTo(1, 6);
          for (const coordinates of parts)
            expect(findShapeError({ type: "Polygon", coordinates })).toBeNull();
          const [first, second] = parts.map((coordinates) =>
            createZoneGeometry({ type: "Polygon", coordinates }),
          );
          const side = shift > 0 ? 1 : -1;
          const probe = at(dy * (shift - side * 30), -dx * (shift - side * 30));
          expect(first?.contains(...probe)).not.toBe(second?.contains(...probe));
        },
      ),
    );
  });

  it("gives a hole to its part, and keeps the corners of a bent cut", () => {
    const parts = splitPolygon([square, hole], [at(0, -900), at(100, 0), at(0, 900)]);
    if (typeof parts === "string") throw new Error(parts);
    expect(parts.map((rings) => rings.length).sort()).toEqual([1, 2]);
    for (const [outline = []] of parts) expect(outline).toContainEqual(at(100, 0));
  });

  it.each<[string, Point[], string]>([
    ["outside", [at(-900, 900), at(900, 900)], "拆分线应从管制区外穿过整个管制区"],
    ["that ends inside", [at(-900, 0), at(0, 0)], "拆分线应从管制区外穿过整个管制区"],
    ["through a hole", [at(-300, -900), at(-300, 900)], "拆分线不能穿过孔洞"],
    [
      "that returns",
      [at(-900, 100), at(900, 100), at(900, 300), at(-900, 300)],
      "拆分线只能穿过边界两次，请分几次拆分",
    ],
  ])("refuses a line %s", (_, line, message) => {
    expect(splitPolygon([square, hole], line)).toBe(message);
  });
});

describe("KML", () => {
  const coordinates = (ring: readonly Point[]) => ring.map(([lon, lat]) => `${lon},${lat},0`).join("\n ");
  it("reads polygons with holes, lines, nested folders and collections; says what it leaves out", () => {
    const kml = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>
  <Placemark><name>院区 &amp; 库区</name><Polygon>
    <outerBoundaryIs><LinearRing><coordinates>${coordinates(toRing(900))}</coordinates></LinearRing></outerBoundaryIs>
    <innerBoundaryIs><LinearRing><coordinates>${coordinates(toRing(90))}</coordinates></LinearRing></innerBoundaryIs>
  </Polygon></Placemark>
  <Placemark><name>两处</name><MultiGeometry>
    <LineString><coordinates>${coordinates([centre, at(500, 0)])}</coordinates></LineString>
    <Point><coordinates>116.4,39.9</coordinates></Point>
  </MultiGeometry></Placemark>
</Folder><Placemark><name>空</name></Placemark></Document></kml>`;
    const { zones, skipped } = parseZoneFile(kml, 40);
    expect(zones).toMatchObject([
      { name: "院区 & 库区", shape: { type: "Polygon", coordinates: [{ length: 5 }, { length: 5 }] } },
      { name: "两处", shape: { type: "Corridor", width: 40 } },
    ]);
    expect(skipped).toEqual([
      { name: "两处", reason: "点没有范围，请改用多边形（第 18 行）" },
      { name: "区域 空", reason: "没有可以识别的图形（第 20 行）" },
    ]);
  });
  it.each([
    ["a torn file", "<kml><Placemark>", "KML 文件已损坏、不完整或含有不支持的内容"],
    ["another format", "lng,lat\n1,2", "文件不是 GeoJSON 或 KML，或内容不完整"],
    ["an empty collection", '{"type":"FeatureCollection","features":[]}', "文件中没有任何图形"],
    ["a KML file without shapes", "<kml><Document/></kml>", "文件中没有任何图形"],
  ])("refuses %s", (_, text, message) => {
    expect(() => parseZoneFile(text, 40)).toThrow(message);
  });

  // G3: each of these was an internal error, or stopped everybody.
  const ring = [
    [116, 39],
    [116.01, 39],
    [116.01, 39.01],
    [116, 39],
  ];
  /** @param name as JSON text */
  const feature = (name: string) =>
    `{"type":"Feature","properties":{"name":${name}},"geometry":${JSON.stringify({ type: "Polygon", coordinates: [ring] })}}`;
  it.each([
    ["nested", feature(`${"[".repeat(100_000)}1${"]".repeat(100_000)}`)],
    ["an object", feature('{"toString":"x","valueOf":1}')],
    ["a list", feature('["甲"]')],
    ["nothing", feature("null")],
  ])("takes a zone whose name is %s, under a name of its own", (_, text) => {
    expect(parseZoneFile(text, 40).zones).toMatchObject([{ name: "导入区域 1" }]);
  });
  it.each([
    [
      "an external entity",
      '<!DOCTYPE k [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml><Document>&x;</Document></kml>',
    ],
    [
      "entities within entities",
      '<!DOCTYPE k [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><kml><name>&b;</name></kml>',
    ],
    ["an element of a reserved name", "<kml><Document><__proto__><a>1</a></__proto__></Document></kml>"],
    ["5,000 nested folders", `<kml>${"<Folder>".repeat(5_000)}${"</Folder>".repeat(5_000)}</kml>`],
  ])("reads no zone and nothing else from KML with %s, in a sentence", (_, text) => {
    expect(() => parseZoneFile(text, 40)).toThrow(ZoneFileError);
  });
  it("compares holes by their boxes first: 240 of them cost as much as 240 rings", () => {
    const hole = (n: number) => {
      const [west, south] = [116.001 + (n % 16) * 0.0005, 39.001 + Math.floor(n / 16) * 0.0005];
      return [
        [west, south],
        [west + 0.0002, south],
        [west + 0.0002, south + 0.0002],
        [west, south],
      ];
    };
    const outline = [
      [116, 39],
      [116.01, 39],
      [116.01, 39.01],
      [116, 39.01],
      [116, 39],
    ];
    const geometry = {
      type: "Polygon",
      coordinates: [outline, ...Array.from({ length: 240 }, (_, n) => hole(n))],
    };
    const { zones } = parseZoneFile(JSON.stringify(geometry), 40);
    expect(zones).toHaveLength(1);
  });
});

describe("text for people", () => {
  it.each([
    [[], ""],
    [[1, 2, 3, 4, 5].map((day) => ({ day, from: 480, to: 1_080 })), "周一至周五 08:00–18:00"],
    [[1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1_440 })), "每天 00:00–24:00"],
    [
      [
        { day: 6, from: 1_320, to: 360 },
        { day: 1, from: 540, to: 570 },
        { day: 3, from: 540, to: 570 },
      ],
      "周六 22:00–次日 06:00；周一、三 09:00–09:30",
    ],
  ])("weekly hours %#", (weekly, text) => {
    expect(formatWeekly(weekly)).toBe(text);
  });
  it("shapes", () => {
    expect(formatShape({ type: "Circle", center: [116.4, 39.9], radius: 500 })).toBe(
      "圆：圆心 116.4, 39.9，半径 500 米",
    );
    expect(
      formatShape({
        type: "Corridor",
        line: [
          [116.4, 39.9],
          [116.5, 39.9],
        ],
        width: 20,
      }),
    ).toBe("走廊：宽 20 米，116.4, 39.9；116.5, 39.9");
  });
});
