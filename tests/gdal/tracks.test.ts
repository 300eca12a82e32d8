import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { decodeStoredTrack } from "../../server/telemetry/recording/storedTrack.ts";
import type { TrackWriter } from "../../server/telemetry/recording/trackWriter.ts";
import { csvWriter } from "../../server/telemetry/recording/writeCsv.ts";
import { gpxWriter } from "../../server/telemetry/recording/writeGpx.ts";
import { kmlWriter } from "../../server/telemetry/recording/writeKml.ts";
import { encodeChunk } from "../live/storeTask.ts";

const t0 = Date.UTC(2026, 2, 2, 2);
const createChunk = (second: number, count: number) => {
  const from = t0 + second * 1_000;
  const bytes = encodeChunk(from, count, (columns, i) => {
    columns.hRel[i] = 300 + i;
  });
  return { t0: new Date(from), samples: count, bytes, lastAt: new Date(from + (count - 1) * 1_000) };
};

/** Two flights: 650 samples over two chunks with a gap of 10 s between them, and 3 samples. */
const flights = [
  { flightNo: "RW20260302000001", chunks: [createChunk(0, 600), createChunk(610, 50)] },
  { flightNo: "RW20260302000002", chunks: [createChunk(9_000, 3)] },
].map(({ flightNo, chunks }) => ({
  flightNo,
  name: "巡检 <甲> & 乙",
  companyName: "低空测试",
  droneSn: "SN-1",
  droneModel: "M3",
  track: decodeStoredTrack(chunks),
}));

/** What GDAL reads of a file, feature by feature, as text. */
function readInGdal(writer: TrackWriter, ...options: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "gdal-"));
  try {
    const file = path.join(folder, `track${writer.extension}`);
    const text = flights.flatMap((flight) => [...writer.writeFlight(flight)]).join("");
    writeFileSync(file, writer.writeHead("航迹 <甲>", ["缺失 1 段"]) + text + writer.writeTail([]));
    const { status, stdout, stderr, error } = spawnSync(
      process.env["OGRINFO_PATH"] ?? "ogrinfo",
      ["-ro", "-al", file, ...options],
      { encoding: "utf8", timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
    );
    if (status !== 0) throw new Error(`GDAL could not open it: ${error?.message ?? stderr}`);
    // GDAL warns of what it does not understand.
    expect(stderr).toBe("");
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Parts of a line of several parts, each as its places. */
const readParts = (geometry: string) =>
  [...geometry.matchAll(/\(([^()]+)\)/g)].map(([, places = ""]) => places.split(","));

test("GPX: a track for each flight, a part for each segment, every point with its time", () => {
  const tracks = readInGdal(gpxWriter, "-where", "1=1", "tracks");
  expect(tracks).toContain("name (String) = RW20260302000001");
  expect(tracks).toContain("desc (String) = 巡检 <甲> & 乙，低空测试，M3，SN-1");
  const lines = [...tracks.matchAll(/MULTILINESTRING.*/g)].map(([text]) => readParts(text));
  expect(lines.map((parts) => parts.map((places) => places.length))).toEqual([[600, 50], [3]]);
  const points = readInGdal(gpxWriter, "track_points");
  expect(points).toContain("Feature Count: 653");
  expect(points).toContain("time (DateTime) = 2026/03/02 02:10:59+00");
  expect(points).toContain("POINT (105.46 39.92)");
});

test("KML: a placemark for each flight with its time and its parts", () => {
  const placemarks = readInGdal(kmlWriter);
  expect(placemarks).toContain("Feature Count: 2");
  expect(placemarks).toContain("Name (String) = RW20260302000002");
  expect(placemarks).toContain("begin (DateTime) = 2026/03/02 02:00:00+00");
  expect(placemarks).toContain("end (DateTime) = 2026/03/02 02:10:59+00");
  const lines = [...placemarks.matchAll(/MULTILINESTRING Z.*/g)].map(([text]) => readParts(text));
  expect(lines.map((parts) => parts.map((places) => places.length))).toEqual([[600, 50], [3]]);
  expect(lines[0]?.[0]?.[0]).toBe("105.46 39.92 30");
});

test("CSV: a row for each sample with its place and numbers", () => {
  const rows = readInGdal(
    csvWriter,
    "-oo",
    "X_POSSIBLE_NAMES=经度（度）",
    "-oo",
    "Y_POSSIBLE_NAMES=纬度（度）",
    "-oo",
    "AUTODETECT_TYPE=YES",
  );
  expect(rows).toContain("Feature Count: 653");
  expect(rows).toContain("相对起飞点高度（米） (Real) = 30.1");
  expect(rows).toContain("椭球高（米） (String) = ");
  expect(rows).toContain("POINT (105.46 39.920009)");
});
