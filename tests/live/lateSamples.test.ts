import { describe, expect, test } from "vitest";
import { samplePosition, setupFleet, slot } from "./setupFleet.ts";

const t0 = 1_800_000_000_000;
const second = 1_000;
const minute = 60 * second;

/** A drone that sent for 20 s, was silent until 300 s after that, and then sends what it has kept. */
function setupOutage() {
  const fixture = setupFleet();
  const { fleet, send, advance } = fixture;
  /** The sample of the second `s`, which comes at the second `arrival`. */
  const sendAt = (s: number, arrival: number) => {
    send({ tSrc: t0 + s * second, ...samplePosition(s * 5), vH: 5 }, t0 + arrival * second);
    advance(t0 + arrival * second, t0 + arrival * second);
  };
  for (let s = 0; s < 20; s++) sendAt(s, s);
  advance(t0 + 20 * second, t0 + 319 * second);
  fixture.linkChanges.length = 0;
  const getAge = (arrival: number) => t0 + arrival * second - (fleet.groupAt.position[slot] ?? 0);
  return { ...fixture, sendAt, getAge };
}

describe("samples that an outage held up", () => {
  test("sent one a second: the drone stays lost, as old as its newest sample", () => {
    const { fleet, sendAt, linkChanges, linkState, getAge } = setupOutage();
    for (let s = 20; s < 80; s++) sendAt(s, s + 300);
    expect(linkState()).toBe("lastKnown");
    expect(linkChanges).toEqual([]);
    expect(getAge(379)).toBe(300 * second);
    expect(fleet.clockOffset[slot]).toBe(0);
  });

  test("sent ten a second: the drone is fresh again once it has caught up, in one step after another", () => {
    const { fleet, sendAt, linkChanges, getAge } = setupOutage();
    let s = 20;
    let arrival = 320;
    for (; s < arrival - 1; arrival++) for (let i = 0; i < 10 && s < arrival; i++) sendAt(s++, arrival);
    expect(linkChanges).toEqual(["lost", "delayed", "fresh"]);
    // What was measured a second before is the newest that is sent.
    expect(getAge(arrival - 1)).toBe(second);
    expect(fleet.clockOffset[slot]).toBe(0);
  });

  test("in one call: the link is that of the newest of them", () => {
    const { fleet, linkChanges, sendBatch } = setupOutage();
    const kept = Array.from({ length: 300 }, (_, i) => ({
      tSrc: t0 + (20 + i) * second,
      ...samplePosition((20 + i) * 5),
      vH: 5,
    }));
    sendBatch(kept.slice(0, 30), t0 + 320 * second);
    expect(linkChanges).toEqual([]);
    sendBatch(kept.slice(30), t0 + 321 * second);
    expect(linkChanges).toEqual(["fresh"]);
    expect(fleet.clockOffset[slot]).toBe(0);
  });

  test("before the first live one do not count for the clock once that has come", () => {
    const { fleet, send, rejected } = setupFleet();
    for (let i = 0; i <= 4; i++)
      send({ tSrc: t0 + i * 50 * second, ...samplePosition(i), vH: 1 }, t0 + (240 + i) * second);
    send({ tSrc: t0 + 250 * second, ...samplePosition(5), vH: 1 });
    expect(rejected).toEqual([]);
    expect(fleet.clockOffset[slot]).toBe(0);
  });

  test("in the first call of a flight are as old as its newest one, whatever gaps are between them", () => {
    const { fleet, sendBatch, rejected } = setupFleet();
    const seconds = [0, 1, 2, 200, 201, 500];
    sendBatch(
      seconds.map((s) => ({ tSrc: t0 + s * second, ...samplePosition(s), vH: 1 })),
      t0 + 501 * second,
    );
    expect(rejected).toEqual([]);
    expect(fleet.clockOffset[slot]).toBe(second);
  });
});

test("a clock that was set back while the drone was silent is known as that after ten minutes", () => {
  const { fleet, sendAt, linkState } = setupOutage();
  // The drone's clock lost 120 s of the 300.
  const back = 120;
  for (let arrival = 320; arrival < 320 + 599; arrival++) sendAt(arrival - back, arrival);
  expect(linkState()).toBe("lastKnown");
  for (let arrival = 919; arrival < 925; arrival++) sendAt(arrival - back, arrival);
  expect(fleet.clockOffset[slot]).toBe(2 * minute);
  expect(linkState()).toBe("fresh");
});
