import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { listLeftOut } from "../../server/telemetry/recording/formats/leftOutNotes.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";
import type { RecordingError } from "../../server/telemetry/recording/formats/recordedFlight.ts";

const read = (name: string, file: string | Uint8Array) => {
  const { samples, leftOut } = parseRecording(name, typeof file === "string" ? strToU8(file) : file);
  return { samples, leftOut: listLeftOut(leftOut) };
};
/** What the user is told of a file that cannot be imported. */
const told = (name: string, file: string, zone: string | null = null) => {
  try {
    parseRecording(name, strToU8(file), zone);
  } catch (error) {
    return (error as RecordingError).told;
  }
  throw new Error("it was read");
};

const seconds = [0, 1, 2];
const at = (second: number) => `2026-08-15T01:00:0${second}Z`;
const point = (time: string, lat = "30.6") => `<trkpt lat="${lat}" lon="104"><time>${time}</time></trkpt>\n`;
const segment = `<trkseg>\n${seconds.map((second) => point(at(second))).join("")}</trkseg>`;
const gpx = (body: string) => `<gpx>\n${body}</gpx>`;
const kmlTrack = (coords = seconds.map(() => "104 30.6 60")) =>
  `<Track>${seconds.map((second) => `<when>${at(second)}</when>`).join("")}\n${coords.map((coord) => `<coord>${coord}</coord>`).join("\n")}</Track>`;
const kml = (body: string) => `<kml><Document>\n${body}</Document></kml>`;
const placemark = (track: string) => `<Placemark>${track}</Placemark>\n`;

describe("points that belong to no track are counted with their line", () => {
  it("beside the tracks of a GPX file", () => {
    const { samples, leftOut } = read("a.gpx", gpx(`<trk>${segment}</trk>\n${segment}`));
    expect(samples).toHaveLength(3);
    expect(leftOut).toEqual([{ reason: "notTrack", count: 3, lines: [8, 9, 10] }]);
  });

  it("in a track of KML beside the placemarks", () => {
    const { samples, leftOut } = read("a.kml", kml(placemark(kmlTrack()) + kmlTrack()));
    expect(samples).toHaveLength(3);
    expect(leftOut).toEqual([{ reason: "notTrack", count: 1, lines: [6] }]);
  });

  it("in a place of KML that holds two", () => {
    const coords = ["104 30.6 60", "104 30.6 60 104 30.7 60", "104 30.6 60"];
    const { samples, leftOut } = read("a.kml", kml(placemark(kmlTrack(coords))));
    expect(samples).toHaveLength(2);
    expect(leftOut).toEqual([{ reason: "noPosition", count: 1, lines: [4] }]);
  });
});

describe("a day that no month has", () => {
  it.each(["2026-02-30T01:00:00Z", "2026-02-29T01:00:00Z", "2026-04-31 01:00:00Z", "2026-01-00T01:00:00Z"])(
    "%s is no time",
    (time) => {
      const { leftOut } = read("a.gpx", gpx(`<trk><trkseg>\n${point(time)}${point(at(1))}</trkseg></trk>`));
      expect(leftOut).toEqual([{ reason: "noTime", count: 1, lines: [3] }]);
    },
  );

  it("is one in a leap year", () => {
    const file = gpx(`<trk><trkseg>${point("2024-02-29T01:00:00Z")}</trkseg></trk>`);
    expect(read("a.gpx", file).samples.map(({ tSrc }) => tSrc)).toEqual([Date.UTC(2024, 1, 29, 1)]);
  });
});

describe("what is wrong with a file of which nothing is left", () => {
  it.each([
    [
      "a.gpx",
      gpx(`<trk><trkseg>\n${point("15.08.2026 01:00")}</trkseg></trk>`),
      "第 3 行的时间“15.08.2026 01:00”",
    ],
    ["a.kml", kml(placemark(kmlTrack().replaceAll(/T01:00:0\dZ/g, ""))), "第 2 行的时间“2026-08-15”"],
    [
      "a.csv",
      "datetime(utc),latitude,longitude\n8/15/2026 1:00:00 AM,30.6,104\n",
      "第 2 行的时间“8/15/2026 1:00:00 AM”",
    ],
  ])("%s names the line of a time in another notation", (name, file, start) => {
    expect(told(name, file)).toBe(`${start}无法识别，应为“2026-01-31 08:00:00”，请重新导出后再导入`);
  });

  it("names the lines of places in another notation", () => {
    expect(told("a.gpx", gpx(`<trk><trkseg>\n${point(at(0), "30,6")}</trkseg></trk>`))).toBe(
      "文件中没有可用的航迹点（没有定位 1 个（第 3 行）），请选择其他文件",
    );
  });
});

describe("tables", () => {
  const ownRows = ["30.6,104,5,2026-08-15T01:00:00Z", "30.6,104,5,2026-08-15T01:00:01Z"];
  it.each(["纬度(度),经度(度),地速(米/秒),时间(UTC)", "纬度 （度）,经度 （度）,地速 （米/秒）,时间（utc）"])(
    "of this platform are known by headings in other brackets and spacing: %s",
    (heading) => {
      const { samples } = read("a.csv", `${heading}\n${ownRows.join("\n")}\n`);
      expect(samples.map(({ lat, lon, vH }) => [lat, lon, vH])).toEqual([
        [306_000_000, 1_040_000_000, 5],
        [306_000_000, 1_040_000_000, 5],
      ]);
    },
  );

  it("lose a row that has more cells than headings, with its line", () => {
    const heading = "纬度（度）,经度（度）,地速（米/秒）,时间（UTC）";
    const { samples, leftOut } = read(
      "a.csv",
      `${heading}\n${ownRows[0]}\n30,6,104,5,2026-08-15T01:00:01Z\n`,
    );
    expect(samples).toHaveLength(1);
    expect(leftOut).toEqual([{ reason: "unreadable", count: 1, lines: [3] }]);
    const airdata =
      "datetime(utc),latitude,longitude,height_above_takeoff(meters)\n2026-08-15 01:00:00,30.6,104,1,5\n";
    expect(told("b.csv", `${airdata}`)).toContain("无法读取 1 个（第 2 行）");
  });

  it("keep a message with commas that are not quoted", () => {
    const rows =
      "datetime(utc),latitude,longitude,message\n2026-08-15 01:00:00,30.6,104,low battery, return\n";
    expect(read("a.csv", rows).samples).toHaveLength(1);
  });

  it("with semicolons may have decimal commas, and a first line that names the delimiter", () => {
    const rows =
      "sep=;\ndatetime(utc);latitude;longitude;height_above_takeoff(meters)\n2026-08-15 01:00:00;30,6;104,0;12,5\nx;30,6;104,0;12,5\n";
    const { samples, leftOut } = read("a.csv", rows);
    expect(samples.map(({ lat, lon, hRel }) => [lat, lon, hRel])).toEqual([
      [306_000_000, 1_040_000_000, 12.5],
    ]);
    expect(leftOut).toEqual([{ reason: "noTime", count: 1, lines: [4] }]);
  });
});

it("a KMZ is one under the name of a KML", () => {
  expect(read("a.kml", zipSync({ "doc.kml": strToU8(kml(placemark(kmlTrack()))) })).samples).toHaveLength(3);
});
