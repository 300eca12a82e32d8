import { expect, test } from "vitest";
import { buildImport } from "../../server/telemetry/recording/buildImport.ts";
import { parseRecording } from "../../server/telemetry/recording/formats/parseRecording.ts";

const now = Date.UTC(2026, 2, 3);
const at = (second: number) => `2026-03-02T02:00:0${second}Z`;
const lat = (second: number) => (39.92 + second * 0.00004).toFixed(7);

const read = (name: string, text: string) => buildImport(parseRecording(name, Buffer.from(text)), now);
/** Five seconds, of which the third has odd values. */
const lines = (write: (second: number, isOdd: boolean) => string) =>
  [0, 1, 2, 3, 4].map((second) => write(second, second === 2)).join("");

test("a GPX track keeps its point whose own values cannot be, each by itself", () => {
  const points = lines(
    (second, isOdd) =>
      `<trkpt lat="${lat(second)}" lon="105.46"><time>${at(second)}</time><sat>${isOdd ? 255 : 12}</sat><extensions>` +
      `<ac:hRel>${isOdd ? 65_535 : 60}</ac:hRel><ac:battery>${isOdd ? "none" : 80}</ac:battery>` +
      `<ac:phase>${isOdd ? "diving" : "mission"}</ac:phase><ac:climb>1.5</ac:climb></extensions></trkpt>`,
  );
  const built = read("one.gpx", `<gpx><trk><trkseg>${points}</trkseg></trk></gpx>`);
  expect(built).toMatchObject({
    flights: [{ samples: 5, maxHeightM: 60 }],
    leftOut: { counts: {} },
    cleared: { sats: 1, hRel: 1, batPct: 1 },
  });
});

test("a KML track keeps its place whose arrays have odd values", () => {
  const array = (name: string, value: (isOdd: boolean) => string) =>
    `<gx:SimpleArrayData name="${name}">${lines((_, isOdd) => `<gx:value>${value(isOdd)}</gx:value>`)}</gx:SimpleArrayData>`;
  const built = read(
    "one.kml",
    `<kml><Document><Placemark><gx:Track>${lines((second) => `<when>${at(second)}</when>`)}` +
      `${lines((second) => `<gx:coord>105.46 ${lat(second)} 0</gx:coord>`)}<ExtendedData><SchemaData>` +
      `${array("heading", (isOdd) => (isOdd ? "361" : "0"))}${array("speed", (isOdd) => (isOdd ? "-0.01" : "4.5"))}` +
      `${array("hRel", (isOdd) => (isOdd ? "NaN" : "60"))}</SchemaData></ExtendedData></gx:Track></Placemark></Document></kml>`,
  );
  expect(built).toMatchObject({
    flights: [{ samples: 5 }],
    leftOut: { counts: {} },
    cleared: { heading: 1, vH: 1, hRel: 1 },
  });
});

test("a table of Airdata keeps its row whose values are no numbers", () => {
  const rows = lines(
    (second, isOdd) =>
      `${second * 1_000},2026-03-02 02:00:0${second},${lat(second)},105.46,${isOdd ? "NaN" : 60},${isOdd ? 101 : 80},${isOdd ? -1 : 12}\n`,
  );
  const heading =
    "time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(meters),battery_percent,satellites";
  expect(read("one.csv", `${heading}\n${rows}`)).toMatchObject({
    flights: [{ samples: 5, maxHeightM: 60 }],
    leftOut: { counts: {} },
    cleared: { hRel: 1, batPct: 1, sats: 1 },
  });
});

test("this platform's own table keeps its row, and refuses only one whose place is none", () => {
  const heading =
    "飞行编号,时间（UTC）,时间（北京）,纬度（度）,经度（度）,椭球高（米）,相对起飞点高度（米）,离地高度（米）,地速（米/秒）,升降速度（米/秒）,航向（度）,电量（%）,阶段,定位,卫星数";
  const rows = lines(
    (second, isOdd) =>
      `A-1,${at(second)},,${second === 4 ? "NaN" : lat(second)},105.46,,60,,4.5,${isOdd ? 99 : 0},0,${isOdd ? "x" : 80},,,12\n`,
  );
  expect(read("own.csv", `${heading}\n${rows}`)).toMatchObject({
    flights: [{ samples: 4 }],
    leftOut: { counts: { notFinite: 1 }, lines: { notFinite: [6] } },
    cleared: { vV: 1, batPct: 1 },
  });
});
