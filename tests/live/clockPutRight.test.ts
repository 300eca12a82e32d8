import { expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { buildImport } from "../../server/telemetry/recording/buildImport.ts";
import type { RecordedFlight } from "../../server/telemetry/recording/formats/recordedFlight.ts";
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
  // Ahead it may have been off in between.
  expect(flown).toBe(jumpMs > 0 ? 119 : 120);
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
    photos: [start + 50_000, start + 62_000 + jumpMs],
    leftOut: { counts: {}, lines: {} },
  };
  const { flights, leftOut } = buildImport(recording, start + 48 * hour);
  const [flight] = flights;
  if (!flight) throw new Error("there is a flight");
  expect(leftOut.counts).toEqual({});
  const end = start + 120_000 + jumpMs;
  expect([flights.length, flight.endedAt, flight.startedAt]).toEqual([1, end, end - 120_000]);
  expect(flight.events.map(({ kind, to, atMs }) => [kind, to, (atMs - flight.startedAt) / 1_000])).toEqual([
    ["phase", "takeoff", 0],
    ["message", "before", 10],
    ["phase", "mission", 30],
    ["photo", "1", 50],
    ["photo", "2", 62],
    ["message", "after", 100],
  ]);
  const times = flight.chunks.map(({ t0, bytes, lastAt }) => [t0, decodeTrackChunk(bytes.buffer).t0, lastAt]);
  expect(times).toEqual([[flight.startedAt, flight.startedAt, end]]);
});

const minute = 60_000;
/** A recording of `count` seconds, of which those listed have a clock that differs. */
const record = (
  count: number,
  errors: Readonly<Record<number, number>>,
  { nowMs = start + 48 * hour, ...more }: { readonly nowMs?: number } & Partial<RecordedFlight> = {},
) => {
  const samples = Array.from({ length: count }, (_, second) => flyAt(second, errors[second] ?? 0));
  const recording = { samples, messages: [], photos: [], leftOut: { counts: {}, lines: {} }, ...more };
  const { flights, leftOut } = buildImport(recording, nowMs);
  return {
    spans: flights.map(({ startedAt, endedAt }) => [startedAt, endedAt].map((at) => (at - start) / 1_000)),
    counts: leftOut.counts,
    photos: flights.map(({ events }) =>
      events.filter(({ kind }) => kind === "photo").map(({ atMs }) => (atMs - start) / 1_000),
    ),
  };
};
const between = (from: number, to: number, errorMs: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, n) => [from + n, errorMs]));

test.each<[string, Record<number, number>, object]>([
  ["a second ahead", { 60: 1_500 }, { ahead: 1 }],
  ["a minute ahead", { 60: minute }, { ahead: 1 }],
  ["twenty minutes ahead", { 60: 20 * minute }, { ahead: 1 }],
  ["two hours ahead", { 60: 120 * minute }, { ahead: 1 }],
  ["twenty minutes behind", { 60: -20 * minute }, { older: 1 }],
  ["one behind the other ahead", { 60: 20 * minute, 61: -20 * minute }, { ahead: 1, older: 1 }],
  ["two ahead, one more than the other", { 60: 90 * minute, 61: 20 * minute }, { ahead: 2 }],
  ["three apart", { 20: 20 * minute, 50: -5_000, 80: 5_000 }, { ahead: 2, older: 1 }],
  [
    "the first and each fifth",
    Object.fromEntries([...Array(24).keys()].map((n) => [n * 5, 20 * minute])),
    { ahead: 23 },
  ],
  ["five in a row ahead", between(60, 64, 20 * minute), { ahead: 5 }],
  ["half of the flight by turns", between(30, 60, 20 * minute), {}],
  ["half of the flight behind", between(30, 60, -20 * minute), {}],
])("times that are wrong between right ones move nothing: %s", (_, errors, counts) => {
  const photos = [start + 10_000, start + 60_000, start + 110_000];
  expect(record(121, errors, { photos })).toEqual({ spans: [[0, 120]], counts, photos: [[10, 60, 110]] });
});

const years = 43_830 * hour;
test.each<[string, Record<number, number>, number[][], object]>([
  ["the last years behind", { 120: -years }, [[0, 119]], { older: 1 }],
  ["the last years ahead", { 120: years }, [[0, 119]], { ahead: 1 }],
  ["the last 20 minutes ahead", { 120: 20 * minute }, [[0, 119]], { ahead: 1 }],
  ["the last nine, hours behind", between(112, 120, -8 * hour), [[0, 111]], { older: 9 }],
  ["the last nine, 20 minutes ahead", between(112, 120, 20 * minute), [[0, 111]], { ahead: 9 }],
  ["each of the last two another one", { 119: 20 * minute, 120: -years }, [[0, 118]], { ahead: 1, older: 1 }],
  ["the first years behind", { 0: -years }, [[1, 120]], { older: 1 }],
  ["the first 20 minutes behind", { 0: -20 * minute }, [[1, 120]], { older: 1 }],
])("times that are wrong at an end are told and move nothing: %s", (_, errors, spans, counts) => {
  expect(record(121, errors, { nowMs: start + 2 * years })).toMatchObject({ spans, counts });
});

test.each<[string, Record<number, number>, number[][]]>([
  ["the last nine after an outage of 40 s", between(112, 120, 40_000), [[0, 160]]],
  ["a pause as before", { ...between(60, 119, 10 * minute), 120: 20 * minute }, [[0, 1_320]]],
  [
    "a flight of nine samples hours later",
    between(112, 120, 8 * hour),
    [
      [0, 111],
      [28_912, 28_920],
    ],
  ],
])("what may be true at an end is believed: %s", (_, errors, spans) => {
  expect(record(121, errors)).toMatchObject({ spans, counts: {} });
});

test("samples that come again are older, not by a clock that was put right", () => {
  const samples = [...Array(60).keys(), ...Array.from({ length: 90 }, (_, n) => 30 + n)].map((second) =>
    flyAt(second, 0),
  );
  expect(record(0, {}, { samples })).toMatchObject({ spans: [[0, 119]], counts: { older: 30 } });
});

test("a photo belongs to the flight that spans it, though the samples of its seconds are not believed", () => {
  const samples = Array.from({ length: 121 }, (_, second) => ({
    ...flyAt(second, 0),
    ...(second >= 50 && second < 70 ? { lat: 0, lon: 0 } : {}),
  }));
  const photos = [start + 60_000, start + 121_000];
  expect(record(0, {}, { samples, photos })).toEqual({
    spans: [[0, 120]],
    counts: { nullIsland: 20, outsideFlights: 1 },
    photos: [[60]],
  });
});
