import { expect, test } from "vitest";
import type { FlightPhase } from "../../adapters/contract/flight.ts";
import { addModeReasons } from "../../server/telemetry/recording/formats/modeReasons.ts";

/** One sample a second of each phase; a message at a second. */
function readReasons(
  phases: readonly (FlightPhase | null)[],
  messages: Readonly<Record<number, string>> = {},
) {
  const samples = phases.map((phase, seq) => ({ seq, tSrc: seq * 1_000, phase }));
  const said = Object.entries(messages).map(([second, text]) => ({ tSrc: Number(second) * 1_000, text }));
  return addModeReasons({ samples, messages: said }).map(({ modeReason }) => modeReason);
}

const manual = (seconds: number) => Array.from({ length: seconds }, () => "manual" as const);

test("a message is shown for ten seconds", () => {
  const reasons = readReasons(manual(20), { 3: "Strong wind warning" });
  const expected = Array.from({ length: 20 }, (_, i) => (i >= 3 && i < 13 ? "Strong wind warning" : null));
  expect(reasons).toEqual(expected);
});

test("a warning that came last is not why the flight ended", () => {
  expect(readReasons(manual(3), { 1: "Max altitude reached" })).toEqual([null, "Max altitude reached", null]);
});

test("a long message is cut, without control characters", () => {
  const [, shown] = readReasons(manual(3), { 1: `a\u0007\n${"字".repeat(80)}` });
  expect(shown).toBe(`a ${"字".repeat(58)}`);
});

test.each([
  ["Critical low battery. Aircraft is landing", "电量严重不足"],
  ["Battery level critical! Land now", "电量严重不足"],
  ["Battery Failsafe", "电量严重不足"],
  ["Low battery. Aircraft returning to home automatically", "电量不足，自动返航"],
  ["Remote controller signal lost. Returning to home", "遥控信号丢失，自动返航"],
  ["Radio Failsafe", "遥控信号丢失，自动返航"],
  ["Forced landing", "强制降落"],
  ["Aircraft is returning to home", "返航"],
])("%s: the flight ends with %s", (text, reason) => {
  expect(readReasons(["manual", "landing", "landed"], { 1: text })).toEqual([null, reason, reason]);
});

test.each([
  ["Setting new Return-To-Home altitude to 61m (200 ft)"],
  ["Homepoint updated. RTH altitude adjusted to 200 ft (Code: 120852)"],
  ["Low battery warning level set to 30%"],
])("%s says nothing of an end", (text) => {
  expect(readReasons(["manual", "landing", "landed"], { 1: text }).at(-1)).toBeNull();
});

test("a flight that returned or was forced down ended so", () => {
  expect(readReasons(["mission", "returning", "landing", "landed"]).at(-1)).toBe("返航");
  expect(readReasons(["manual", "forcedLanding", "landed"]).at(-1)).toBe("强制降落");
  expect(readReasons(["mission", "landing", "landed"]).at(-1)).toBeNull();
});

test("who flies on for more than ten seconds has overcome a lost signal, not an empty battery", () => {
  const messages = { 0: "Remote controller signal lost" };
  expect(readReasons([...manual(11), "landed"], messages).at(-1)).toBe("遥控信号丢失，自动返航");
  expect(readReasons([...manual(12), "landed"], messages).at(-1)).toBeNull();
  expect(readReasons([...manual(30), "landed"], { 0: "Critical low battery" }).at(-1)).toBe("电量严重不足");
});

test("a return that was called off is no reason; the graver of two reasons stays", () => {
  expect(readReasons(manual(4), { 1: "RTH initiated", 2: "RTH cancelled" }).at(-1)).toBeNull();
  const grave = { 1: "Critical low battery", 2: "RTH initiated" };
  expect(readReasons(["manual", "manual", "returning", "landed"], grave).at(-1)).toBe("电量严重不足");
});
