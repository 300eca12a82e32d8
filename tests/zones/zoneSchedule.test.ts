import { describe, expect, it } from "vitest";
import { getZoneState, type ZoneSchedule } from "../../adapters/contract/zoneSchedule.ts";

/** Shanghai time; 2026-11-25 is a Wednesday. */
const at = (text: string) => new Date(`${text}+08:00`).getTime();
const date = (text: string) => new Date(at(text));
const always: ZoneSchedule = { status: "active", fromAt: null, toAt: null, weekly: [] };
const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: 480, to: 1_080 }));
const nights = [5, 6].map((day) => ({ day, from: 1_320, to: 360 }));
const everyHour = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 1_440 }));

describe("the state of a zone", () => {
  it.each<[string, Partial<ZoneSchedule>, string, string, string | null]>([
    ["without limits", {}, "2026-11-25T12:00", "inForce", null],
    ["switched off", { status: "disabled", weekly: weekdays }, "2026-11-25T12:00", "disabled", null],
    [
      "before its start",
      { fromAt: date("2026-12-24T00:00") },
      "2026-11-25T12:00",
      "coming",
      "2026-12-24T00:00",
    ],
    ["at its start", { fromAt: date("2026-11-25T12:00") }, "2026-11-25T12:00", "inForce", null],
    ["until its end", { toAt: date("2026-11-25T12:01") }, "2026-11-25T12:00", "inForce", "2026-11-25T12:01"],
    ["at its end", { toAt: date("2026-11-25T12:00") }, "2026-11-25T12:00", "over", null],
    ["in its hours", { weekly: weekdays }, "2026-11-25T08:00", "inForce", "2026-11-25T18:00"],
    ["before its hours", { weekly: weekdays }, "2026-11-25T07:59", "coming", "2026-11-25T08:00"],
    ["when its hours end", { weekly: weekdays }, "2026-11-25T18:00", "coming", "2026-11-26T08:00"],
    ["over the weekend", { weekly: weekdays }, "2026-11-27T18:00", "coming", "2026-11-30T08:00"],
    [
      "on Sunday in Shanghai, still Saturday in UTC",
      { weekly: weekdays },
      "2026-11-29T01:00",
      "coming",
      "2026-11-30T08:00",
    ],
    ["past midnight", { weekly: nights }, "2026-11-28T05:59", "inForce", "2026-11-28T06:00"],
    ["past midnight into Sunday", { weekly: nights }, "2026-11-29T03:00", "inForce", "2026-11-29T06:00"],
    [
      "past midnight into Monday",
      { weekly: [{ day: 7, from: 1_380, to: 60 }] },
      "2026-11-30T00:30",
      "inForce",
      "2026-11-30T01:00",
    ],
    ["with hours round the clock", { weekly: everyHour }, "2026-11-25T12:00", "inForce", null],
    [
      "with touching hours",
      { weekly: everyHour.slice(0, 5) },
      "2026-11-25T12:00",
      "inForce",
      "2026-11-28T00:00",
    ],
    [
      "with hours that begin after its start",
      { weekly: weekdays, fromAt: date("2026-12-05T00:00") },
      "2026-11-25T12:00",
      "coming",
      "2026-12-07T08:00",
    ],
    [
      "with a start within its hours",
      { weekly: weekdays, fromAt: date("2026-12-07T10:00") },
      "2026-11-25T12:00",
      "coming",
      "2026-12-07T10:00",
    ],
    [
      "with no hours left before its end",
      { weekly: weekdays, toAt: date("2026-11-29T00:00") },
      "2026-11-27T18:00",
      "over",
      null,
    ],
    [
      "with an end within its hours",
      { weekly: weekdays, toAt: date("2026-11-25T13:00") },
      "2026-11-25T12:00",
      "inForce",
      "2026-11-25T13:00",
    ],
  ])("%s", (_, schedule, now, state, until) => {
    expect(getZoneState({ ...always, ...schedule }, at(now))).toEqual({
      state,
      until: until === null ? null : at(until),
    });
  });
});
