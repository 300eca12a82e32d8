/** @module-tag full */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runImport } from "../../server/telemetry/recording/runImport.ts";

const t0 = Date.UTC(2026, 2, 1, 2);
const limits = { heapMb: 512, timeMs: 60_000 };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "aerial-import-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type ReadOptions = Partial<typeof limits> & { readonly signal?: AbortSignal };

/** Reads a GPX file of so many points. */
function readGpx(points: number, { signal = new AbortController().signal, ...changed }: ReadOptions = {}) {
  const track = Array.from(
    { length: points },
    (_, i) =>
      `<trkpt lat="${(39.92 + i / 1e6).toFixed(6)}" lon="105.46"><time>${new Date(t0 + i * 1_000).toISOString()}</time></trkpt>`,
  );
  const filePath = path.join(folder, String(points));
  const gpx = `<gpx><trk><trkseg>${track.join("")}</trkseg></trk></gpx>`;
  writeFileSync(filePath, gpx);
  const request = { fileName: "flight.gpx", filePath, zone: null, nowMs: t0 + 86_400_000 * 30 };
  return runImport(request, { bytes: gpx.length, signal }, { ...limits, ...changed });
}

test("a recording that exceeds memory or time is refused as too large, and the next one is read", async () => {
  const tooLarge = { name: "RecordingError", fault: "tooLarge" };
  await expect(readGpx(300_000, { heapMb: 32 })).rejects.toMatchObject(tooLarge);
  await expect(readGpx(10, { timeMs: 1 })).rejects.toMatchObject(tooLarge);
  const { flights } = await readGpx(10);
  expect(flights.map(({ samples }) => samples)).toEqual([10]);
});

test("reading ends with the server", async () => {
  const stop = new AbortController();
  const reading = readGpx(300_000, { signal: stop.signal });
  stop.abort(new Error("the server stops"));
  await expect(reading).rejects.toThrow("the server stops");
});
