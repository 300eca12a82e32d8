import { expect, it } from "vitest";
import type { ZoneRow } from "../../adapters/contract/zone.ts";
import { findNewAlarm, isShown, mergeAlarms, sortAlarms, toAct } from "../../machines/alarmRules.ts";
import type { AlarmLike } from "../../machines/alarmsPort.ts";
import { findZoneAlarms, markZones } from "../../src/live/markZones.ts";
import { createAlarmLike } from "./createAlarmsPort.ts";

const createAlarm = (id: string, fields: Partial<AlarmLike> = {}) =>
  createAlarmLike(id, { priority: "p2", ...fields });
const ids = (alarms: readonly AlarmLike[]) => alarms.map(({ id }) => id).join(" ");

it("sorts by priority, unacknowledged ones first, what holds before what is over, then newest; what asks for nothing comes last", () => {
  const alarms = [
    createAlarm("shelved", { priority: "p2", state: "shelved" }),
    createAlarm("suppressed", { priority: "p1", state: "suppressed" }),
    createAlarm("p3", { priority: "p3" }),
    createAlarm("old", { raisedAt: "2026-11-25T07:59:59.999Z" }),
    createAlarm("new", { state: "acknowledged" }),
    createAlarm("p1", { priority: "p1", raisedAt: "2026-11-25T01:00:00.000Z" }),
    createAlarm("cleared", { priority: "p1", state: "cleared", raisedAt: "2026-11-25T02:00:00.000Z" }),
  ];
  expect(ids(sortAlarms(alarms))).toBe("p1 cleared old new p3 shelved suppressed");
});

it("merges by version: an older message changes nothing, an alarm that is over leaves, and may come back", () => {
  const acknowledged = createAlarm("a", { state: "acknowledged", version: 2 });
  expect(mergeAlarms([acknowledged], [createAlarm("a")])).toEqual([acknowledged]);
  expect(mergeAlarms([acknowledged], [createAlarm("a", { state: "gone", version: 3 })])).toEqual([]);
  const again = createAlarm("a", { version: 4 });
  expect(mergeAlarms([acknowledged], [createAlarm("a", { state: "gone", version: 3 }), again])).toEqual([
    again,
  ]);
});

it.each([
  ["an unknown one", [], createAlarm("a"), "a"],
  [
    "one that is active again",
    [createAlarm("a", { state: "acknowledged" })],
    createAlarm("a", { version: 2 }),
    "a",
  ],
  ["one that is more urgent now", [createAlarm("a")], createAlarm("a", { priority: "p1" }), "a"],
  ["one that is less urgent now", [createAlarm("a")], createAlarm("a", { priority: "p3" }), undefined],
  ["one that only counts up", [createAlarm("a")], createAlarm("a", { version: 2 }), undefined],
  ["one that is suppressed", [], createAlarm("a", { state: "suppressed" }), undefined],
])("announces %s or not", (_, known, next, found) => {
  expect(findNewAlarm(known, [next], null)?.id).toBe(found);
});

it.each<[string, Partial<AlarmLike>, isNew: boolean]>([
  ["one that it had no room for and that is counted up", { raisedAt: "2026-11-25T07:00:00.000Z" }, false],
  ["one as old, which may have been beyond it", {}, false],
  ["one that was raised after it", { priority: "p3", raisedAt: "2026-11-25T09:00:01.000Z" }, true],
  ["one that was raised before it, but has a place in it", { raisedAt: "2026-11-25T08:30:00.000Z" }, true],
  ["one that has become more urgent", { priority: "p1", raisedAt: "2026-11-25T07:00:00.000Z" }, true],
])("to a list that was cut, %s is news or not", (_, fields, isNew) => {
  const cut = { last: createAlarm("last"), at: "2026-11-25T09:00:00.000Z" };
  expect(findNewAlarm([cut.last], [createAlarm("a", { version: 3, ...fields })], cut) !== null).toBe(isNew);
  // Whoever has acknowledged all that wait had room for all that wait.
  const known = { ...cut, last: createAlarm("last", { state: "acknowledged" }) };
  expect(findNewAlarm([known.last], [createAlarm("a", fields)], known)?.id).toBe("a");
});

it("folds only what the flood counts", () => {
  const flood = { isActive: true, folded: [{ kind: "offRoute", priority: "p3" as const, count: 8 }] };
  expect(isShown({ kind: "offRoute", priority: "p3" }, flood)).toBe(false);
  expect(isShown({ kind: "offRoute", priority: "p2" }, flood)).toBe(true);
  expect(isShown({ kind: "delayed", priority: "p3" }, flood)).toBe(true);
  expect(isShown({ kind: "offRoute", priority: "p3" }, { ...flood, isActive: false })).toBe(true);
});

it("acknowledges of the named alarms those that wait, nothing twice, and nothing while the line is down", () => {
  const alarms = [
    createAlarm("waits"),
    createAlarm("cleared", { state: "cleared", version: 4 }),
    createAlarm("done", { state: "acknowledged" }),
    createAlarm("shelved", { state: "shelved" }),
    createAlarm("other"),
  ];
  const wanted = {
    type: "acknowledge",
    ids: ["waits", "cleared", "done", "shelved"],
    cause: "lost",
  } as const;
  const context = { alarms, queue: [], failures: [], link: "up" as const };
  const sent = { type: "acknowledge" as const, ids: ["waits", "cleared"], versions: [1, 4], cause: "lost" };
  expect(toAct(context, wanted)).toEqual(sent);
  expect(toAct({ ...context, queue: [{ act: sent, requestId: "r" }] }, wanted)).toBeNull();
  expect(toAct({ ...context, link: "down" }, wanted)).toBeNull();
  expect(toAct({ ...context, alarms: null }, wanted)).toBeNull();
});

it("names a zone with its worst open alarm", () => {
  const zones = [{ id: "1", name: "机场" } as ZoneRow, { id: "2", name: "靶场" } as ZoneRow];
  const open = [
    { ...createAlarm("none", { priority: "p1" }), zoneId: null },
    { ...createAlarm("2", { state: "acknowledged" }), zoneId: "1" },
    { ...createAlarm("3", { priority: "p3" }), zoneId: "1" },
    { ...createAlarm("shelved", { priority: "p1", state: "shelved" }), zoneId: "2" },
  ];
  const whole = findZoneAlarms({ alarms: open, others: [] });
  expect(markZones(zones, whole).map(({ name }) => name)).toEqual(["▲ 机场", "靶场"]);
  expect(whole).toEqual({ "1": "p2" });
  expect(markZones(zones, findZoneAlarms({ alarms: null, others: [] }))).toEqual(zones);
  // Also with what the own desk does not watch.
  const outside = [{ ...createAlarm("outside", { priority: "p1" }), zoneId: "1" }];
  expect(findZoneAlarms({ alarms: open, others: outside })).toEqual({ "1": "p1" });
});
