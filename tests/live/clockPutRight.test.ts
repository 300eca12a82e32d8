import { expect, test } from "vitest";
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
  // Before a clock is believed again, up to ten seconds are not.
  expect(flown).toBeGreaterThan(105);
  expect(flown).toBeLessThanOrEqual(120);
});
