import { describe, expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { canPhaseFollow } from "../../server/telemetry/fleet/phaseRules.ts";
import { toLiveState } from "../../server/telemetry/fleet/toLiveState.ts";
import { samplePosition, setupFleet, slot } from "./setupFleet.ts";

const t0 = 1_800_000_000_000;

describe("a rejected sample", () => {
  test.each([
    ["at (0,0)", { lat: 0, lon: 0 }, "nullIsland"],
    ["a few metres beside (0,0)", { lat: 400, lon: -900 }, "nullIsland"],
    ["with a position that is not a number", { lat: Number.NaN, lon: 1_054_600_000 }, "notFinite"],
    ["with half a position", { lat: 399_200_000, lon: null }, "notFinite"],
    ["with an infinite height", { ...samplePosition(0), hRel: Number.POSITIVE_INFINITY }, "notFinite"],
    ["beyond the pole", { lat: 900_000_001, lon: 0 }, "outOfRange"],
    ["beyond the date line", { lat: 0, lon: -1_800_000_001 }, "outOfRange"],
    ["with 101 % battery", { ...samplePosition(0), batPct: 101 }, "outOfRange"],
    ["with a negative speed", { ...samplePosition(0), vH: -1 }, "outOfRange"],
  ])("%s is not drawn", (_name, sample, reason) => {
    const { fleet, send, rejected } = setupFleet();
    send({ tSrc: t0, ...sample });
    expect(rejected).toEqual([reason]);
    expect(fleet.hasPosition[slot]).toBe(0);
    expect(toLiveState(fleet, slot, "1", "SN")).toBeNull();
  });

  test("is older than the last one or a repetition", () => {
    const { send, rejected, fleet } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0) });
    send({ tSrc: t0 - 1, ...samplePosition(1) }, t0 + 10);
    send({ tSrc: t0, ...samplePosition(1) }, t0 + 20);
    expect(rejected).toEqual(["older", "older"]);
    expect(fleet.columns.lat[slot]).toBe(399_200_000);
  });

  test("has a clock that jumped an hour ahead", () => {
    const { send, rejected } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0) });
    send({ tSrc: t0 + 3_600_000, ...samplePosition(1) }, t0 + 1_000);
    expect(rejected).toEqual(["future"]);
  });

  test.each([
    ["41 m in a second at 10 m/s", 41, 10, ["jump"]],
    ["39 m in a second at 10 m/s: fast, but not 40 m/s", 39, 10, []],
    ["60 m in a second at 30 m/s: not 2.2 times the reported speed", 60, 30, []],
    ["67 m in a second at 30 m/s", 67, 30, ["jump"]],
    ["41 m in a second at an unknown speed", 41, null, ["jump"]],
  ])("jumps %s", (_name, metres, vH, reasons) => {
    const { send, rejected } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0) });
    send({ tSrc: t0 + 1_000, ...samplePosition(metres), vH });
    expect(rejected).toEqual(reasons);
  });
});

describe("the link state", () => {
  const setupSource = (periodMs: number, samples = 30) => {
    const fixture = setupFleet();
    for (let i = 0; i < samples; i++)
      fixture.send({ tSrc: t0 + i * periodMs, ...samplePosition(i * 0.1), vH: 1 });
    const last = t0 + (samples - 1) * periodMs;
    return {
      ...fixture,
      state: (ageMs: number) => (fixture.advance(last + ageMs, last + ageMs), fixture.linkState()),
    };
  };

  test.each([
    [1_000, 3_000, "fresh"],
    [1_000, 3_001, "delayed"],
    [1_000, 10_000, "delayed"],
    [1_000, 10_001, "lost"],
    [1_000, 60_000, "lost"],
    [1_000, 60_001, "lastKnown"],
    [100, 1_200, "fresh"],
    [100, 1_201, "delayed"],
    [5_000, 11_000, "fresh"],
    [5_000, 11_001, "delayed"],
    [5_000, 25_000, "delayed"],
    [5_000, 25_001, "lost"],
  ])("of a source with a period of %i ms after %i ms is %s", (periodMs, ageMs, state) => {
    expect(setupSource(periodMs).state(ageMs)).toBe(state);
  });

  test("ignores one long gap among the last twenty", () => {
    const { send, fleet } = setupSource(1_000);
    send({ tSrc: t0 + 29_000 + 40_000, ...samplePosition(4), vH: 1 });
    expect(fleet.getSamplePeriod(slot)).toBe(1_000);
  });

  test("is fresh for a drone with a clock that is an hour wrong", () => {
    const { send, advance, linkState, fleet } = setupFleet();
    const wrong = -3_600_000;
    for (let i = 0; i < 5; i++)
      send({ tSrc: t0 + i * 1_000 + wrong, ...samplePosition(i), vH: 1 }, t0 + i * 1_000);
    advance(t0 + 5_000, t0 + 5_000);
    expect(linkState()).toBe("fresh");
    expect(fleet.columns.age[slot]).toBe(10);
  });

  test("does not clear the last known position, however old", () => {
    const { fleet, state } = setupSource(1_000);
    expect(state(86_400_000)).toBe("lastKnown");
    expect(fleet.hasPosition[slot]).toBe(1);
    expect(fleet.columns.lat[slot]).toBe(samplePosition(2.9).lat);
    expect(fleet.columns.age[slot]).toBe(65_535);
  });
});

describe("known values", () => {
  test("keep the values and time of each group until its next sample", () => {
    const { fleet, send } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0), hRel: 80, batPct: 90, tRemain: 1_200, wind: 4 });
    send({ tSrc: t0 + 1_000, ...samplePosition(5), hRel: 82, vH: 5 });
    const state = toLiveState(fleet, slot, "77", "SN1");
    expect(state).toMatchObject({
      taskId: "77",
      droneSn: "SN1",
      batPct: 90,
      wind: 4,
      hRel: 82,
      heading: null,
    });
    expect(state?.groupAt).toMatchObject({
      position: t0 + 1_000,
      power: t0,
      navigation: t0,
      attitude: null,
    });
  });

  test("are null if unknown; a height above take-off does not replace one above ground", () => {
    const { fleet, send } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0), hRel: 80 });
    expect(toLiveState(fleet, slot, "1", "SN")).toMatchObject({ hRel: 80, hAgl: null, hEll: null, vH: null });
    expect([fleet.columns.hRel[slot], fleet.columns.hAgl[slot], fleet.columns.speed[slot]]).toEqual([
      800, -32_768, 65_535,
    ]);
  });

  test("keep the last position after a sample without one", () => {
    const { fleet, send } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0), fix: "3d", sats: 20 });
    send({ tSrc: t0 + 1_000, lat: null, lon: null, fix: "none", sats: 3, batPct: 55 });
    expect(toLiveState(fleet, slot, "1", "SN")).toMatchObject({
      lat: 399_200_000,
      fix: "none",
      sats: 3,
      batPct: 55,
    });
    expect(fleet.groupAt.position[slot]).toBe(t0);
  });

  test("that do not fit the frame are sent as unknown, never clamped", () => {
    const { fleet, send } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0), hEll: 4_500 });
    expect(fleet.columns.hEll[slot]).toBe(-32_768);
    expect(toLiveState(fleet, slot, "1", "SN")?.hEll).toBe(4_500);
  });
});

describe("the track", () => {
  test("is split after 600 samples and contains every accepted one", () => {
    const { fleet, send, chunks } = setupFleet();
    for (let i = 0; i < 1_250; i++)
      send({ tSrc: t0 + i * 1_000, ...samplePosition(i * 2), hEll: 4_500, vH: 2 });
    send({ tSrc: t0 + 2_000_000, lat: 0, lon: 0 });
    fleet.close(slot);
    expect(chunks.map(({ count }) => count)).toEqual([600, 600, 50]);
    const second = decodeTrackChunk(chunks[1]?.bytes.buffer ?? new ArrayBuffer(0));
    expect(second.t0).toBe(t0 + 600_000);
    expect([...second.columns.dt.subarray(0, 3)]).toEqual([0, 1_000, 2_000]);
    expect(second.columns.lat[599]).toBe(samplePosition(2_398).lat);
    expect(second.columns.hEll[0]).toBe(45_000);
  });
});

test.each([
  ["preparing", "takeoff", true],
  ["preparing", "mission", false],
  ["mission", "preparing", false],
  ["mission", "landed", true],
  ["landed", "returning", false],
  ["landing", "hover", true],
  ["offline", "manual", true],
] as const)("a phase change from %s to %s is possible: %s", (from, to, possible) => {
  expect(canPhaseFollow(from, to)).toBe(possible);
});
