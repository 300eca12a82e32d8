import { expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { buildImport } from "../../server/telemetry/recording/buildImport.ts";
import { samplePosition, setupFleet, slot } from "./setupFleet.ts";

const start = Date.UTC(2026, 10, 29, 3);
const hour = 3_600_000;

const flyAt = (second: number, clockErrorMs: number) => ({
  seq: second,
  tSrc: start + second * 1_000 + clockErrorMs,
  ...samplePosition(second * 5),
  hRel: 60,
  vH: 5,
});

test.each([
  ["five years behind", -43_830 * hour],
  ["eight hours ahead", 8 * hour],
  ["eight hours behind", -8 * hour],
  ["a minute ahead", 60_000],
  ["right", 0],
])("a flight of 51 s is one of 51 s when the drone's clock, %s at first, is put right", (_, errorMs) => {
  const { fleet, send } = setupFleet();
  for (let second = 0; second <= 51; second++)
    send(flyAt(second, second < 8 ? errorMs : 0), start + second * 1_000);
  const { firstAt, lastAt } = fleet.getFlightStats(slot);
  expect(Math.round(((lastAt ?? 0) - (firstAt ?? 0)) / 1_000)).toBe(51);
});

test.each([
  ["falls back by a day at midnight", -24 * hour],
  ["goes back by eight hours", -8 * hour],
  ["goes ahead by eight hours", 8 * hour],
])("a recording of two minutes whose clock %s is no longer", (_, jumpMs) => {
  const samples = Array.from({ length: 121 }, (_sample, second) => flyAt(second, second < 60 ? 0 : jumpMs));
  const recording = { samples, messages: [], photos: [], leftOut: { counts: {}, lines: {} } };
  const { flights } = buildImport(recording, start + 48 * hour);
  const flown = flights.reduce((sum, { flownMs }) => sum + flownMs, 0) / 1_000;
  for (const { startedAt, endedAt, flownMs } of flights) expect(endedAt - startedAt).toBe(flownMs);
  // Before a clock is believed again, up to ten seconds are not.
  expect(flown).toBeGreaterThan(105);
  expect(flown).toBeLessThanOrEqual(120);
});

test("a recording whose clock goes back lies on one time line: track, events, photos and messages", () => {
  const jumpMs = -8 * hour;
  const samples = Array.from({ length: 121 }, (_sample, second) => ({
    ...flyAt(second, second < 60 ? 0 : jumpMs),
    phase: second < 30 ? ("takeoff" as const) : ("mission" as const),
  }));
  const recording = {
    samples,
    messages: [
      { tSrc: start + 10_000, text: "before" },
      { tSrc: start + 100_000 + jumpMs, text: "after" },
    ],
    photos: [start + 50_000, start + 110_000 + jumpMs],
    leftOut: { counts: {}, lines: {} },
  };
  const { flights, leftOut } = buildImport(recording, start + 48 * hour);
  const [flight] = flights;
  if (!flight) throw new Error("there is a flight");
  // The first time that was believed again, by the clock of the end.
  const believedAt = 121 - ((leftOut.counts.older ?? 0) + 60 + 1);
  expect(leftOut.counts.outsideFlights).toBeUndefined();
  const end = start + 120_000 + jumpMs;
  expect([flights.length, flight.endedAt, flight.startedAt]).toEqual([
    1,
    end,
    end - (59 + believedAt) * 1_000,
  ]);
  expect(flight.events.map(({ kind, to, atMs }) => [kind, to, (atMs - flight.startedAt) / 1_000])).toEqual([
    ["phase", "takeoff", 0],
    ["message", "before", 10],
    ["phase", "mission", 30],
    ["photo", "1", 50],
    ["message", "after", 59 + believedAt - 20],
    ["photo", "2", 59 + believedAt - 10],
  ]);
  const times = flight.chunks.map(({ t0, bytes, lastAt }) => [t0, decodeTrackChunk(bytes.buffer).t0, lastAt]);
  expect(times).toEqual([
    [flight.startedAt, flight.startedAt, flight.startedAt + 59_000],
    [flight.startedAt + 59_000, flight.startedAt + 59_000, end],
  ]);
});
