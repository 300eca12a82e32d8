/** @module-tag full */

import { expect, test } from "vitest";
import {
  ImportQueueFullError,
  maxWaitingImports,
  runImport,
} from "../../server/telemetry/recording/runImport.ts";

const t0 = Date.UTC(2026, 2, 1, 2);

const createGpx = (points: number) =>
  `<gpx><trk><trkseg>${Array.from(
    { length: points },
    (_, i) =>
      `<trkpt lat="${(39.92 + i / 1e6).toFixed(6)}" lon="105.46"><time>${new Date(t0 + i * 1_000).toISOString()}</time></trkpt>`,
  ).join("")}</trkseg></trk></gpx>`;
const createRequest = (points: number) => ({
  fileName: "flight.gpx",
  bytes: new TextEncoder().encode(createGpx(points)),
  nowMs: t0 + 86_400_000 * 30,
});
const limits = { heapMb: 512, timeMs: 60_000 };

test("a recording that exceeds memory or time is refused as too large, and the next one is read", async () => {
  const large = runImport(createRequest(300_000), { ...limits, heapMb: 32 });
  await expect(large).rejects.toMatchObject({ name: "RecordingError", fault: "tooLarge" });
  const slow = runImport(createRequest(10), { ...limits, timeMs: 1 });
  await expect(slow).rejects.toMatchObject({ name: "RecordingError", fault: "tooLarge" });
  const { flights } = await runImport(createRequest(10), limits);
  expect(flights.map(({ samples }) => samples)).toEqual([10]);
});

test("no more recordings wait than memory may hold", async () => {
  const quick = { ...limits, timeMs: 1 };
  const accepted = Array.from({ length: maxWaitingImports }, () => runImport(createRequest(10), quick));
  await expect(runImport(createRequest(10), quick)).rejects.toThrow(ImportQueueFullError);
  await Promise.allSettled(accepted);
  const { flights } = await runImport(createRequest(10), limits);
  expect(flights).toHaveLength(1);
});
