import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { parseZoneFile } from "../../server/files/zones/parseZoneFile.ts";
import { readZoneFile } from "../../src/pages/operate/zones/readZoneFile.ts";
import { readSharedInput } from "../helpers/sharedInput.ts";

type Pair = readonly [number, number];
const square: Pair[] = [
  [104, 30.6],
  [104.02, 30.6],
  [104.02, 30.62],
  [104, 30.62],
  [104, 30.6],
];
const kml = (coordinates: string, name = "成都禁飞区") =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>\n${coordinates}\n</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
const rightKml = kml(square.map(([lon, lat]) => `${lon},${lat},0`).join(" "));
const squareZone = { name: "成都禁飞区", shape: { type: "Polygon", coordinates: [square] } };

describe("coordinates of KML", () => {
  it.each([
    [
      "in a tuple of six numbers",
      "104,30.6,0 104.02,30.6,0,104.02,30.62,0\n104,30.62,0 104,30.6,0",
      "第 3 行",
    ],
    ["all separated by commas", "104,30.6,0,104.02,30.6,0,104.02,30.62,0,104,30.62,0,104,30.6,0", "第 3 行"],
    ["all separated by blanks", "104 30.6 104.02 30.6 104.02 30.62 104 30.62 104 30.6", "第 3 行"],
    [
      "with a comma after each point",
      "104,30.6,\n104.02,30.6,\n104.02,30.62,\n104,30.62,\n104,30.6",
      "第 3 行",
    ],
  ])("%s are read as drawn, and that is said", (_, coordinates, where) => {
    const { zones, skipped, notes } = parseZoneFile(kml(coordinates), 40);
    expect({ zones, skipped }).toEqual({ zones: [squareZone], skipped: [] });
    expect(notes).toEqual([expect.stringContaining(`${where}起的坐标缺少分隔`)]);
  });

  it("with blanks after their commas are the same", () => {
    const coordinates = square.map(([lon, lat]) => `${lon}, ${lat} ,0`).join(" ");
    expect(parseZoneFile(kml(coordinates), 40)).toEqual({ zones: [squareZone], skipped: [], notes: [] });
  });

  it.each([
    ["104,30.6 104.02,30.6\n104.02,3O.62 104,30.6", "第 4 行的坐标“104.02,3O.62”不是数字"],
    ["104,30.6\n104.02\n104.02,30.62 104,30.6", "第 4 行的坐标“104.02”无法拆成一个个点"],
    ["104,30.6 104.02,,30.6 104.02,30.62", "第 3 行的坐标“104.02,,30.6”不是数字"],
    // Points of two numbers, or of three, all in China.
    [
      "104,30.6,104 104.02,30.6,104,30.6,104,30.6",
      "第 3 行的坐标“104.02,30.6,104,30.6,104,30.6”无法拆成一个个点",
    ],
    ["104,30.6\n30.6,104.02 104,30.6", "第 4 行的坐标 30.6,104.02 经度、纬度颠倒，请把经度写在前面"],
    // West of 90° E both orders are degrees.
    ["43.8,87.6 43.9,87.6 43.9,87.7 43.8,87.6", "第 3 行的坐标 43.8,87.6 经度、纬度颠倒"],
    ["467000,3380000 467900,3380000 467000,3381000", "坐标不是 WGS-84 经纬度（第 3 行：467000,3380000）"],
    ["", "没有坐标（第 2 行）"],
  ])("%j are left out with a reason that names their line", (coordinates, reason) => {
    const { zones, skipped } = parseZoneFile(kml(coordinates), 40);
    expect(zones).toEqual([]);
    expect(skipped).toEqual([{ name: "成都禁飞区", reason: expect.stringContaining(reason) }]);
  });

  it("in elements with a prefix count, and everything else with a place has a reason", () => {
    const text = `<?xml version="1.0"?>
<kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document>
<kml:Placemark><kml:ExtendedData><kml:SchemaData><kml:SimpleData name="NAME">东区</kml:SimpleData></kml:SchemaData></kml:ExtendedData>
<kml:LinearRing><kml:coordinates>${square.join(" ")}</kml:coordinates></kml:LinearRing></kml:Placemark>
<kml:Placemark><gx:Track><when>2026-01-01T00:00:00Z</when></gx:Track></kml:Placemark>
<kml:NetworkLink><kml:name>其他文件</kml:name></kml:NetworkLink>
</kml:Document></kml:kml>`;
    const { zones, skipped } = parseZoneFile(text, 40);
    expect(zones).toEqual([{ name: "东区", shape: squareZone.shape }]);
    expect(skipped).toEqual([
      { name: "导入区域 2", reason: "航迹不是管制区，请在历史任务中导入（第 5 行）" },
      { name: "其他文件", reason: "图形在另一个文件中，请导入那个文件（第 6 行）" },
    ]);
  });
});

describe("the bytes of a file", () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
  it.each<[string, Uint8Array]>([
    // 成都禁飞区 in GBK.
    [
      "GBK",
      new Uint8Array(
        Buffer.from(
          rightKml.replace("成都禁飞区", "\u00b3\u00c9\u00b6\u00bc\u00bd\u00fb\u00b7\u00c9\u00c7\u00f8"),
          "latin1",
        ),
      ),
    ],
    ["UTF-16 LE", utf16(rightKml)],
    ["UTF-16 BE", utf16(rightKml).map((_, at, bytes) => bytes[at ^ 1] ?? 0)],
    ["UTF-16 without a mark", utf16(rightKml).subarray(2)],
    ["KMZ", zipSync({ "files/icon.png": strToU8("x"), "doc.kml": strToU8(rightKml) })],
  ])("in %s are read", (_, bytes) => {
    expect(parseZoneFile(bytes, 40).zones).toEqual([squareZone]);
  });

  it("are read out of a KMZ to which macOS has added its own", () => {
    const kmz = zipSync({
      "__MACOSX/区域/._doc.kml": Uint8Array.of(0, 5, 22, 7),
      "__MACOSX/doc.kml": Uint8Array.of(0, 5, 22, 7),
      "区域/.doc.kml": Uint8Array.of(0, 5, 22, 7),
      "区域/doc.kml": strToU8(rightKml),
    });
    expect(parseZoneFile(kmz, 40).zones).toEqual([squareZone]);
  });

  it("are sent as text where they are UTF-8, else as they are", async () => {
    const kmz = zipSync({ "doc.kml": strToU8(rightKml) });
    expect(await readZoneFile(new File([rightKml], "a.kml"))).toEqual({ fileName: "a.kml", text: rightKml });
    for (const bytes of [kmz, utf16(rightKml), Uint8Array.of(0xb3, 0xc9)])
      expect(await readZoneFile(new File([bytes], "a"))).toEqual({
        fileName: "a",
        base64: Buffer.from(bytes).toString("base64"),
      });
  });

  it.each([
    ["too large", new File([new Uint8Array(900 * 1024 + 1)], "a.kml"), "文件不能超过 900 KB，请拆分后再导入"],
    ["empty", new File([], "a.kml"), "文件是空的，请选择其他文件"],
    [
      "gone",
      Object.assign(new File(["x"], "a.kml"), {
        arrayBuffer: () => Promise.reject(new Error("NotReadable")),
      }),
      "文件没有读到，可能已被移动、修改或占用，请重新选择",
    ],
  ])("of a file that is %s are not sent, and that is said", async (_, file, fault) => {
    expect(await readZoneFile(file)).toEqual({ fault });
  });

  it.each([
    ["without KML", { "a.txt": strToU8("x") }, "压缩包中没有 KML 文件"],
    [
      "with two",
      { "a.kml": strToU8(rightKml), "b.kml": strToU8(rightKml) },
      "KMZ 中有 2 个 KML 文件（a.kml、b.kml 等），请解压后分别导入",
    ],
    ["with too large a one", { "a.kml": new Uint8Array(11 * 1024 * 1024) }, "KMZ 中的 KML 超过 10 MB"],
  ])("of a KMZ %s are refused", (_, files, message) => {
    expect(() => parseZoneFile(zipSync(files), 40)).toThrow(message);
  });

  it.each([
    ['{"type":"FeatureCollection",\n"features" []}', "内容不完整（第 2 行）"],
    ["<kml>\n<Placemark>\n", "KML 文件已损坏、不完整或含有不支持的内容（第 3 行）"],
    ["<gpx><trk/></gpx>", "文件是 XML（gpx），不是 GeoJSON 或 KML"],
  ])("of %j are refused with the line", (text, message) => {
    expect(() => parseZoneFile(text, 40)).toThrow(message);
  });
});

describe("GeoJSON", () => {
  const geometry = { type: "Polygon", coordinates: [square] };
  const collection = (more: object, properties: object = { NAME: "东区" }) =>
    JSON.stringify({
      type: "FeatureCollection",
      features: [{ type: "Feature", properties, geometry }],
      ...more,
    });
  const crs = (name: string) => ({ crs: { type: "name", properties: { name } } });
  const firstCorner = (report: ReturnType<typeof parseZoneFile>) => {
    const [zone] = report.zones;
    return zone?.shape.type === "Polygon" ? zone.shape.coordinates[0]?.[0] : undefined;
  };

  it.each([
    ["urn:ogc:def:crs:OGC:1.3:CRS84", []],
    ["EPSG:4326", []],
    ["urn:ogc:def:crs:EPSG::4490", ["坐标系 CGCS2000 与 WGS-84 相差不到 1 米，坐标按原值使用"]],
  ])("in %s keeps its coordinates", (name, notes) => {
    const report = parseZoneFile(collection(crs(name)), 40);
    expect(report).toEqual({ zones: [{ name: "东区", shape: squareZone.shape }], skipped: [], notes });
  });

  it("in GCJ-02 is moved to WGS-84, and that is said; so is a file of which its user says it", () => {
    const declared = parseZoneFile(collection(crs("GCJ02")), 40);
    expect(declared.notes).toEqual(["坐标已由 GCJ-02（火星坐标系） 换算为 WGS-84"]);
    // In Chengdu the two are 330 m apart: 0.0025° west, 0.0024° south.
    const [lon = 0, lat = 0] = firstCorner(declared) ?? [];
    expect([lon, lat]).toEqual([expect.closeTo(103.9975, 3), expect.closeTo(30.6024, 3)]);
    expect(firstCorner(parseZoneFile(collection({}), 40, "gcj02"))).toEqual([lon, lat]);
    expect(firstCorner(parseZoneFile(rightKml, 40, "gcj02"))).toEqual([lon, lat]);
    expect(parseZoneFile(collection(crs("GCJ02")), 40, "gcj02").notes).toEqual(declared.notes);
    // What the file says counts, and that is said.
    const ofFile = parseZoneFile(collection(crs("EPSG:4326")), 40, "gcj02");
    expect(firstCorner(ofFile)).toEqual([104, 30.6]);
    expect(ofFile.notes).toEqual(["文件写明 WGS-84，未按所选的 GCJ-02 换算"]);
    expect(parseZoneFile(collection(crs("GCJ02")), 40, "bd09").notes).toEqual([
      "坐标已由 GCJ-02（火星坐标系） 换算为 WGS-84；文件写明 GCJ-02，未按所选的 BD-09 换算",
    ]);
  });

  it.each([
    ["EPSG:4214", "坐标系 北京 1954（EPSG:4214） 不能换算"],
    ["urn:ogc:def:crs:EPSG::4610", "坐标系 西安 1980（urn:ogc:def:crs:EPSG::4610） 不能换算"],
    ["CGCS2000 / 3-degree Gauss-Kruger CM 105E", "坐标系 CGCS2000 / 3-degree Gauss-Kruger CM 105E 不能换算"],
  ])("in %s is refused by name", (name, message) => {
    expect(() => parseZoneFile(collection(crs(name)), 40)).toThrow(message);
  });

  it.each([
    ["A\u0000B", "A B"],
    ["东区\n\u0007一号\u0085", "东区 一号"],
    ["\u200b东\u200b", "区域 东"],
    ["\u0000", "导入区域 1"],
  ])("named %j has a name that can be stored", (name, stored) => {
    expect(parseZoneFile(collection({}, { name }), 40).zones.map((zone) => zone.name)).toEqual([stored]);
  });

  it("has a zone or a reason for each geometry", () => {
    const ring = (position: unknown) => [...square.slice(0, 2), position, ...square.slice(3)];
    const polygon = (position: unknown) => ({ type: "Polygon", coordinates: [ring(position)] });
    const { zones, skipped } = parseZoneFile(
      JSON.stringify({
        type: "GeometryCollection",
        geometries: [
          geometry,
          polygon([104.02, 30.62, 0, 104.01, 30.63, 0]),
          polygon(["104.02", 30.62]),
          polygon([30.62, 104.02]),
          { type: "Curve", coordinates: [] },
          null,
        ],
      }),
      40,
    );
    expect(zones).toEqual([{ name: "导入区域 1", shape: squareZone.shape }]);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      "边界第 3 个点不是 [经度, 纬度]：[104.02,30.62,0,104.01,30.63,0]",
      '边界第 3 个点不是 [经度, 纬度]：["104.02",30.62]',
      "边界第 3 个点的坐标 30.62,104.02 经度、纬度颠倒，请把经度写在前面",
      "不支持图形类型 Curve",
      "没有图形（geometry 为空）",
    ]);
  });
});

describe("reported files", () => {
  const report = (name: string) => {
    const bytes = readSharedInput(name);
    return bytes && parseZoneFile(bytes, 40);
  };
  const corners = (found: ReturnType<typeof report>) =>
    found?.zones.map(({ name, shape }) => [
      name,
      (shape.type === "Polygon" ? shape.coordinates[0] : shape.type === "Corridor" ? shape.line : [])?.length,
    ]);
  const has = readSharedInput("kml-glued-tuples/some.kml") !== null;
  it.runIf(has)("keep all corners, and the name in GBK", () => {
    expect(corners(report("kml-glued-tuples/some.kml"))).toEqual([
      ["部分粘连", 6],
      ["折线粘连", 4],
    ]);
    expect(corners(report("kml-glued-tuples/all.kml"))).toEqual([["全部粘连", 5]]);
    expect(corners(report("kml-glued-tuples/spaces.kml"))).toEqual([["逗号后空格", 5]]);
    expect(corners(report("files-in-gbk/zone.kml"))).toEqual([["成都禁飞区", 4]]);
  });
});
