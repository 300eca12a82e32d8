import { describe, expect, test } from "vitest";
import { type FleetFixture, samplePosition, setupFleet, slot } from "./setupFleet.ts";

const t0 = 1_800_000_000_000;
/** How many samples were refused for each reason. */
const countReasons = ({ rejected }: FleetFixture) =>
  Object.fromEntries(
    [...Map.groupBy(rejected, (reason) => reason)].map(([reason, { length }]) => [reason, length]),
  );

describe("a flight recovers", () => {
  test("after a wrong first position, once the others agree for 10 s", () => {
    const fixture = setupFleet();
    const { send, fleet } = fixture;
    send({ tSrc: t0, ...samplePosition(-50_000), vH: 5 });
    for (let i = 1; i <= 11; i++) send({ tSrc: t0 + i * 1_000, ...samplePosition(i * 5), vH: 5 });
    expect(countReasons(fixture)).toEqual({ jump: 10 });
    expect(fleet.columns.lat[slot]).toBe(samplePosition(55).lat);
    expect(fleet.getFlightStats(slot).distanceM).toBe(0);
  });

  test("with the fifth sample of a source that sends every 10 s, whose period is not known yet", () => {
    const fixture = setupFleet();
    fixture.send({ tSrc: t0, ...samplePosition(-50_000), vH: 5 });
    for (let i = 1; i <= 5; i++) fixture.send({ tSrc: t0 + i * 10_000, ...samplePosition(i * 50), vH: 5 });
    expect(countReasons(fixture)).toEqual({ jump: 4 });
  });

  test("but not from positions that contradict one another", () => {
    const { send, rejected, fleet } = setupFleet();
    send({ tSrc: t0, ...samplePosition(0), vH: 5 });
    for (let i = 1; i <= 22; i++)
      send({ tSrc: t0 + i * 1_000, ...samplePosition(50_000 + (i % 2) * 30_000), vH: 5 });
    expect(rejected).toHaveLength(22);
    expect(fleet.columns.lat[slot]).toBe(399_200_000);
  });

  test("after its clock was set back by an hour, within 10 s", () => {
    const fixture = setupFleet();
    const { send, linkState, advance } = fixture;
    send({ tSrc: t0 + 3_600_000, ...samplePosition(0) }, t0);
    for (let i = 1; i <= 12; i++) send({ tSrc: t0 + i * 1_000, ...samplePosition(i), vH: 1 });
    expect(countReasons(fixture)).toEqual({ older: 10 });
    advance(t0 + 12_000, t0 + 13_000);
    expect(linkState()).toBe("fresh");
  });

  test("after its clock was set back, with the third of its calls of 6 s", () => {
    const fixture = setupFleet();
    const { fleet, send, sendBatch } = fixture;
    for (let i = 0; i <= 30; i++) send({ tSrc: t0 + i * 1_000, ...samplePosition(i), vH: 1 });
    const back = 20_000;
    for (let call = 1; call <= 4; call++) {
      const arrival = t0 + 30_000 + call * 6_000;
      const times = Array.from({ length: 6 }, (_, i) => arrival - back - (5 - i) * 1_000);
      sendBatch(
        times.map((tSrc) => ({ tSrc, ...samplePosition((tSrc - t0 + back) / 1_000), vH: 1 })),
        arrival,
      );
    }
    // The third call comes 12 s after the first; its last samples are as late as the first call's last one.
    expect(countReasons(fixture)).toEqual({ older: 12 });
    expect(fleet.tSrc[slot]).toBe(t0 + 54_000 - back);
  });
});

describe("samples that are sent again", () => {
  const flown = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({
      tSrc: t0 + (from + i) * 1_000,
      ...samplePosition((from + i) * 10),
      vH: 10,
    }));

  test("in one call change nothing", () => {
    const { fleet, rejected, sendBatch } = setupFleet();
    sendBatch(flown(0, 10), t0 + 10_000);
    sendBatch(flown(0, 10), t0 + 11_000);
    expect(rejected).toEqual(Array.from({ length: 10 }, () => "older"));
    expect(fleet.tSrc[slot]).toBe(t0 + 9_000);
    expect(fleet.getFlightStats(slot).distanceM).toBeCloseTo(90, 0);
  });

  test("call after call, each as long as the first attempt took, change nothing", () => {
    const { fleet, sendBatch } = setupFleet();
    for (let call = 0; call < 6; call++)
      sendBatch(flown(call * 10, call * 10 + 10), t0 + (call + 1) * 10_000);
    for (let call = 0; call < 6; call++)
      sendBatch(flown(call * 10, call * 10 + 10), t0 + (call + 7) * 10_000);
    expect(fleet.tSrc[slot]).toBe(t0 + 59_000);
    expect(fleet.getFlightStats(slot).distanceM).toBeCloseTo(590, 0);
  });

  test("one a second, as they came, change nothing, also where a chunk of the track ended in between", () => {
    const { fleet, send, chunks } = setupFleet();
    for (const sample of flown(0, 620)) send(sample);
    expect(chunks).toHaveLength(1);
    for (const sample of flown(570, 620)) send(sample, sample.tSrc + 50_000);
    expect(fleet.tSrc[slot]).toBe(t0 + 619_000);
    expect(fleet.getFlightStats(slot).distanceM).toBeCloseTo(6_190, 0);
  });
});

describe("two senders with one serial number", () => {
  const far = 100_000;
  /** Samples of the seconds before, one a second. */
  const createCall = (arrival: number, count: number, metres: number, off = 0) =>
    Array.from({ length: count }, (_, i) => {
      const tSrc = arrival - (count - 1 - i) * 1_000 + off;
      return { tSrc, ...samplePosition(metres + (tSrc - t0) * 0.005), vH: 5 };
    });

  test("in calls of five samples each: the first one stays, the other is named", () => {
    const fixture = setupFleet();
    const { fleet, sendBatch } = fixture;
    for (let call = 1; call <= 8; call++) {
      const arrival = t0 + call * 5_000;
      sendBatch(createCall(arrival, 5, 0), arrival);
      sendBatch(createCall(arrival, 5, far, 300), arrival + 400);
      expect(fleet.columns.lat[slot]).toBe(samplePosition(call * 25).lat);
    }
    // All but the last of a call are older than what the first one has sent; from the third call on it is named.
    expect(countReasons(fixture)).toEqual({ older: 8, jump: 2, otherPlace: 30 });
    expect(fleet.getFlightStats(slot).distanceM).toBeCloseTo(195, 0);
  });

  test("the slower one stays, where it was first", () => {
    const fixture = setupFleet();
    const { fleet, send } = fixture;
    for (let s = 0; s <= 120; s++) {
      const at = t0 + s * 1_000;
      if (s % 10 === 0) send({ tSrc: at, ...samplePosition(s * 5), vH: 5 });
      if (s > 40) send({ tSrc: at + 300, ...samplePosition(far + s * 5), vH: 5 }, at + 400);
    }
    expect(fleet.columns.lat[slot]).toBe(samplePosition(600).lat);
    expect(countReasons(fixture)).toMatchObject({ jump: 19, otherPlace: 61 });
  });

  test("the other one is believed once the first has been silent for three of its periods", () => {
    const { fleet, send } = setupFleet();
    for (let i = 0; i <= 5; i++) send({ tSrc: t0 + i * 5_000, ...samplePosition(i * 5), vH: 1 });
    const sendOther = (s: number) => send({ tSrc: t0 + s * 1_000, ...samplePosition(far), vH: 0 });
    for (let s = 26; s <= 40; s++) sendOther(s);
    expect(fleet.columns.lat[slot]).toBe(samplePosition(25).lat);
    sendOther(41);
    expect(fleet.columns.lat[slot]).toBe(samplePosition(far).lat);
  });
});
