import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { buildImport } from "../../server/telemetry/recording/buildImport.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import type { RecordingError } from "../../server/telemetry/recording/formats/recordedFlight.ts";
import { readSharedInput } from "../helpers/sharedInput.ts";

const now = Date.UTC(2026, 10, 1);
const read = (name: string, file: string | Uint8Array, zone: string | null = null) => {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const { flights, leftOut, cleared } = buildImport(parseRecording(name, bytes, zone), now);
  const samples = flights.map((flight) => flight.samples);
  return { samples, startedAt: flights[0]?.startedAt, leftOut, cleared };
};
/** What is told of a file that is refused. */
function refuse(name: string, text: string): Pick<RecordingError, "fault" | "told"> {
  try {
    parseRecording(name, Buffer.from(text));
  } catch (error) {
    // Cast: the assertion is on its values.
    const { fault, told } = error as RecordingError;
    return { fault, told };
  }
  throw new Error("The file was read");
}

const seconds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const lat = (second: number) => (30.6 + second * 0.00004).toFixed(6);
const at = (second: number) => `2026-08-15T01:00:0${second}Z`;
const start = Date.UTC(2026, 7, 15, 1);
/** Ten points, a line each; the fifth, on line 7, may be another one. */
const gpx = (fifth?: string, more = "") =>
  `<?xml version="1.0"?>\n<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n${seconds
    .map((second) =>
      second === 4 && fifth !== undefined
        ? fifth
        : `<trkpt lat="${lat(second)}" lon="104.06"><ele>500</ele><time>${at(second)}</time></trkpt>`,
    )
    .join("\n")}\n</trkseg></trk>${more}</gpx>`;

describe("one odd element of a GPX file leaves the others, and is counted with its line", () => {
  const place = `<trkpt lat="${lat(4)}" lon="104.06">`;
  it.each([
    ["a point without a place", "<trkpt><ele>1</ele></trkpt>", { noPosition: [7] }],
    [
      "a place that is no number",
      `<trkpt lat="30,6" lon="104.06"><time>${at(4)}</time></trkpt>`,
      { noPosition: [7] },
    ],
    [
      "a place in hexadecimal",
      `<trkpt lat="${lat(4)}" lon="0x68"><time>${at(4)}</time></trkpt>`,
      { noPosition: [7] },
    ],
    ["a point without a time", `${place}</trkpt>`, { noTime: [7] }],
    ["a date for a time", `${place}<time>2026-08-15</time></trkpt>`, { noTime: [7] }],
    ["a place of (0,0)", `<trkpt lat="0" lon="0"><time>${at(4)}</time></trkpt>`, { nullIsland: [7] }],
  ])("%s", (_, fifth, lines) => {
    expect(read("a.gpx", gpx(fifth))).toMatchObject({ samples: [9], leftOut: { lines } });
  });

  it.each(["500 m", "500,5", "NaN", "0x10"])("a height of %s is unknown, and counted", (height) => {
    const fifth = `${place}<ele>${height}</ele><time>${at(4)}</time></trkpt>`;
    expect(read("a.gpx", gpx(fifth))).toMatchObject({ samples: [10], cleared: { hRel: 1 } });
    const all = gpx(fifth).replaceAll("<ele>500</ele>", `<ele>${height}</ele>`);
    expect(read("a.gpx", all)).toMatchObject({ samples: [10], cleared: { hRel: 10 } });
  });

  it.each([
    [
      "two heights",
      gpx(`${place}<ele>500</ele><time>${at(4)}</time><ele>3</ele></trkpt>`),
      { repeated: [7] },
    ],
    [
      "a speed in a unit nobody knows",
      gpx(`${place}<time>${at(4)}</time><speed unit="c">1</speed></trkpt>`),
      { unknownUnit: [7] },
    ],
    ["an empty track", gpx(undefined, "\n<trk></trk>"), { emptyTrack: [14] }],
    [
      "a segment of nothing but extensions",
      gpx(undefined, "\n<trk><trkseg/><trkseg><extensions/></trkseg></trk>"),
      { emptyTrack: [14] },
    ],
    [
      "waypoints and a route",
      gpx(undefined, '\n<wpt lat="30" lon="104"/>\n<rte><rtept lat="30" lon="104"/></rte>'),
      { notTrack: [14, 15] },
    ],
  ])("%s: all ten points count", (_, text, lines) => {
    expect(read("a.gpx", text)).toMatchObject({ samples: [10], leftOut: { lines } });
  });

  it("a speed in another unit is turned into metres a second", () => {
    const { samples } = parseRecording(
      "a.gpx",
      Buffer.from(gpx(`${place}<time>${at(4)}</time><speed unit="km/h">18</speed></trkpt>`)),
    );
    expect(samples[4]?.vH).toBe(5);
  });
});

describe("times", () => {
  const csv = (heading: string, write: (second: number) => string) =>
    `${heading}\n${seconds.map(write).join("\n")}`;
  const kml = (zone: string) =>
    `<kml><Placemark><Track>${seconds.map((s) => `<when>${at(s).replace("Z", zone)}</when><coord>104.06 ${lat(s)} 500</coord>`).join("\n")}</Track></Placemark></kml>`;
  const local = csv(
    "time(millisecond),datetime(local),latitude,longitude",
    (s) => `${s * 1_000},2026-08-15 09:00:0${s},${lat(s)},104.06`,
  );

  it.each([
    ["a.gpx", gpx().replaceAll("Z<", "<")],
    [
      "own.csv",
      csv(
        "飞行编号,时间（UTC）,纬度（度）,经度（度）",
        (s) => `A,${at(s).replace("Z", "")},${lat(s)},104.06`,
      ),
    ],
    [
      "excel.csv",
      csv("飞行编号;时间（UTC）;纬度（度）;经度（度）", (s) => `A;2026/8/15 1:00:0${s};${lat(s)};104.06`),
    ],
    ["a.kml", kml("Z")],
    ["a.kml", kml("+00:00")],
    // Its local times stand first.
    [
      "airdata.csv",
      csv(
        "time(millisecond),datetime(local),datetime(utc),latitude,longitude",
        (s) => `${s * 1_000},2026-08-15 09:00:0${s},2026-08-15 01:00:0${s},${lat(s)},104.06`,
      ),
    ],
    [
      "airdata.csv",
      csv(
        "time(millisecond),datetime(utc),datetime(local),latitude,longitude",
        (s) => `${s * 1_000},2026-08-15 01:00:0${s},2026-08-15 09:00:0${s},${lat(s)},104.06`,
      ),
    ],
  ])("of %s mean UTC, wherever the server is", (name, text) => {
    expect(read(name, text)).toMatchObject({ samples: [10], startedAt: start, leftOut: { counts: {} } });
  });

  it.each([
    ["a.kml", kml("")],
    ["a.csv", local],
  ])("of %s without a zone are asked for, and read in the one that is given", (name, text) => {
    expect(refuse(name, text).fault).toBe("zoneless");
    expect(read(name, text, "+08:00").startedAt).toBe(name === "a.csv" ? start : start - 8 * 3_600_000);
  });
});

describe("a table of Airdata", () => {
  const heading = "time(millisecond),datetime(utc),latitude,longitude,ascent(feet),speed(warp),message";
  const table = (message: (second: number) => string) =>
    `${heading}\n${seconds.map((s) => `${s * 1_000},2026-08-15 01:00:0${s},${lat(s)},104.06,${s * 10},9,${message(s)}`).join("\n")}`;

  it("has heights by their older name, and its rows though the unit of another column is not known", () => {
    const recording = parseRecording("a.csv", Buffer.from(table(() => "")));
    expect(recording.samples[2]).toMatchObject({ hRel: expect.closeTo(6.096, 6), vH: null });
    expect(recording.leftOut).toMatchObject({
      counts: { unknownUnit: 10 },
      lines: { unknownUnit: [2, 3, 4, 5, 6] },
    });
  });

  it.each([
    ["in a message", 'Weak "GPS" signal'],
    ["at its beginning", '"Weak GPS'],
    ["alone", '"'],
  ])("keeps all rows where a quotation mark stands %s", (_, message) => {
    // Two of them look like one text of several lines.
    const text = table((second) => (second === 3 || second === 6 ? message : ""));
    const { samples, messages } = parseRecording("a.csv", Buffer.from(text));
    expect(samples).toHaveLength(10);
    expect(messages.map(({ text: said }) => said)).toEqual([message, message]);
  });

  it("says which column it lacks", () => {
    expect(refuse("a.csv", "time(millisecond),datetime(utc),lat,longitude\n").told).toBe(
      "CSV 缺少列 latitude，请用 Airdata 重新导出后再导入",
    );
  });
});

describe("KML", () => {
  const track = (parts: readonly string[]) =>
    `<kml:kml><kml:Placemark>\n<gx:Track>\n${parts.join("\n")}\n</gx:Track></kml:Placemark></kml:kml>`;
  const when = (s: number) => `<when>${at(s)}</when>`;
  const coord = (s: number) => `<gx:coord>104.06 ${lat(s)} 500</gx:coord>`;

  it("pairs no place with the time of another where one is missing", () => {
    const parts = seconds.flatMap((s) => (s === 4 ? [coord(s)] : [when(s), coord(s)]));
    const { samples, leftOut } = parseRecording("a.kml", Buffer.from(track(parts)));
    expect(samples.map(({ tSrc }) => (tSrc - start) / 1_000)).toEqual(seconds.filter((s) => s !== 4));
    expect(samples.at(-1)?.lat).toBe(306_003_600);
    expect(leftOut).toMatchObject({ counts: { noTime: 1 }, lines: { noTime: [11] } });
  });

  it.each([
    ["each place", (s: number) => s !== 4],
    ["each time", () => true],
  ])("gives a place its own height where a time has no place, and %s has a height", (_, hasHeight) => {
    const parts = seconds.flatMap((s) => (s === 4 ? [when(s)] : [when(s), coord(s)]));
    const heights = seconds.filter(hasHeight).map((s) => `<gx:value>${s * 10}</gx:value>`);
    const array = `<gx:SimpleArrayData name="hRel">${heights.join("")}</gx:SimpleArrayData>`;
    const { samples, leftOut } = parseRecording("a.kml", Buffer.from(track([...parts, array])));
    expect(samples.map(({ hRel }) => hRel)).toEqual(seconds.filter((s) => s !== 4).map((s) => s * 10));
    expect(leftOut.counts).toEqual({ noPosition: 1 });
  });

  it.each([
    [
      "places without any place",
      track(seconds.flatMap((s) => (s === 4 ? [when(s), "<gx:coord/>"] : [when(s), coord(s)]))),
      { noPosition: 1 },
    ],
    [
      "a line beside its track",
      track(seconds.flatMap((s) => [when(s), coord(s)])).replace(
        "</kml:Placemark>",
        "</kml:Placemark><Placemark><LineString/></Placemark>",
      ),
      { notTrack: 1 },
    ],
  ])("counts %s", (_, text, counts) => {
    expect(parseRecording("a.kml", Buffer.from(text)).leftOut.counts).toEqual(counts);
  });

  it("is read from points that have times, in the order of the file", () => {
    const points = seconds.map(
      (s) =>
        `<Placemark><TimeStamp><when>${s === 4 ? "" : at(s)}</when></TimeStamp><Point><coordinates>104.06,${lat(s)},9</coordinates></Point></Placemark>`,
    );
    const text = `<kml><Folder>\n${points.join("\n")}\n<Placemark><LineString/></Placemark></Folder></kml>`;
    expect(read("a.kml", text)).toMatchObject({
      samples: [9],
      startedAt: start,
      leftOut: { counts: { noTime: 1, notTrack: 1 }, lines: { noTime: [6], notTrack: [12] } },
    });
  });

  it("is read out of a KMZ, and as such whatever its name says", () => {
    const text = track(seconds.flatMap((s) => [when(s), coord(s)]));
    expect(read("a.kmz", zipSync({ "doc.kml": strToU8(text) })).samples).toEqual([10]);
    expect(read("a.gpx", text).samples).toEqual([10]);
  });
});

it.each([
  [
    "line.kml",
    "<kml><Placemark><LineString><coordinates>104,30 104,31</coordinates></LineString></Placemark></kml>",
    "timeless",
    null,
  ],
  [
    "empty.kml",
    "<kml><Document/></kml>",
    "format",
    "KML 文件中没有航迹（gx:Track），请导出带时间的航迹后再导入",
  ],
  [
    "route.gpx",
    '<gpx><rte><rtept lat="30" lon="104"/></rte></gpx>',
    "timeless",
    "文件中只有航路或航点，没有航迹；请导出航迹（trk）后再导入",
  ],
  ["torn.gpx", "<gpx>\n<trk>\n", "damaged", "文件已损坏或不完整（第 3 行），请重新导出后再导入"],
  [
    "own.csv",
    "飞行编号,时间（UTC）,纬度（度）,经度（度）\nA,,30,104\nA,2026-08-15 01:00:00,,",
    "empty",
    "文件中没有可用的航迹点（没有时间 1 个（第 2 行），没有定位 1 个（第 3 行）），请选择其他文件",
  ],
])("%s is refused with what is wrong with it", (name, text, fault, told) => {
  expect(refuse(name, text)).toEqual({ fault, told });
});

const reported: readonly (readonly [string, number, object])[] = [
  ["gpx-one-odd-element/empty-trk.gpx", 100, { emptyTrack: 1 }],
  ["gpx-one-odd-element/point-without-place.gpx", 100, { noPosition: 1 }],
  ["gpx-one-odd-element/segment-with-extension-only.gpx", 100, { emptyTrack: 1 }],
  ["gpx-one-odd-element/speed-with-attribute.gpx", 100, {}],
  ["gpx-one-odd-element/two-ele.gpx", 100, { repeated: 1 }],
  ["kml-tracks/version23.kml", 60, {}],
  ["files-in-gbk/track.csv", 60, {}],
  ["week-rollover/track.gpx", 100, {}],
];
describe("reported files", () => {
  for (const [name, points, counts] of reported) {
    const bytes = readSharedInput(name);
    it.runIf(bytes)(`${name} has all its points`, () => {
      const { samples, leftOut } = read(name, bytes ?? "");
      expect([samples, leftOut.counts]).toEqual([[points], counts]);
    });
  }
});
