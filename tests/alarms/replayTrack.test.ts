import { expect, test } from "vitest";
import type { AlarmKind } from "../../adapters/contract/alarm.ts";
import { alarmRuleDefaults, getInitialThresholds } from "../../adapters/contract/alarmThresholds.ts";
import { createColumns } from "../../adapters/contract/columns.ts";
import { flightPhases } from "../../adapters/contract/flight.ts";
import { trackColumns } from "../../adapters/contract/track.ts";
import { createReplayTrack } from "../../server/telemetry/alarms/preview/replayTrack.ts";
import { createZone, place, t0 } from "./setupStage.ts";

const count = 400;
/** Seconds into the flight at which nothing comes for a while. */
const pauses: readonly (readonly [at: number, seconds: number])[] = [
  [60, 25],
  [150, 40],
  [300, 90],
];

/** A flight of 400 samples a second apart, eastwards at 10 m/s, that was lost three times. */
function createTrack() {
  const columns = createColumns(trackColumns, count);
  let paused = 0;
  for (let i = 0; i < count; i++) {
    paused += pauses.find(([at]) => at === i)?.[1] ?? 0;
    const second = i + paused;
    const [lon, lat] = place(second * 10 - 1_000, 0);
    columns.dt[i] = second * 1_000;
    columns.lat[i] = Math.round(lat * 1e7);
    columns.lon[i] = Math.round(lon * 1e7);
    columns.hRel[i] = 600;
    columns.hAgl[i] = 600;
    columns.fix[i] = 2;
    columns.battery[i] = 80;
    columns.phase[i] = flightPhases.indexOf("mission");
  }
  return { chunks: [{ t0, count, columns }], damaged: [], clockOffsetMs: 0, samples: count };
}

const replay = (kind: AlarmKind) => {
  const rule = { kind, ...alarmRuleDefaults[kind], thresholds: getInitialThresholds(kind) };
  const scope = { companyId: null, droneSn: "", status: "enabled" as const };
  const zones = [createZone({ kind: kind === "limitedEntry" ? "limited" : "noFly" })];
  const play = createReplayTrack({ ...rule, ...scope }, zones, t0);
  const plan = { droneSn: "SN1", companyId: "1", airspace: "suitable" as const, isMicro: false };
  // Twice: one flight leaves nothing behind for the next.
  play(createTrack(), plan);
  return play(createTrack(), plan).map((at) => (at - t0) / 1_000);
};

test("a recorded flight with three outages raises exactly three 失联", () => {
  // The longer two become P1 meanwhile, which is no other alarm.
  expect(replay("lost")).toHaveLength(3);
});

test("it crosses a zone once, and the others are not its business", () => {
  expect(replay("noFlyBreach")).toHaveLength(1);
  expect(replay("limitedEntry")).toHaveLength(1);
  expect(replay("batteryLow")).toEqual([]);
  expect(replay("tooHigh")).toEqual([]);
});
