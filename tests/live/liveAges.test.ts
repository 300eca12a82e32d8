import { describe, expect, test } from "vitest";
import { fleetUnknown } from "../../adapters/contract/fleetFrame.ts";
import { type LinkState, linkStates } from "../../adapters/contract/flight.ts";
import type { LiveState } from "../../adapters/contract/sample.ts";
import type { LiveTaskRow } from "../../adapters/contract/task.ts";
import { formatClockOffset, formatPositionDoubt } from "../../src/live/flightMetrics.ts";
import { findRows, formatRowAge, getRowStatus } from "../../src/live/liveRow.ts";
import { mergeSnapshotState } from "../../src/live/mergeSnapshotState.ts";
import { createServerClock } from "../../src/live/serverClock.ts";
import { outranksSnapshots, toAges } from "../../src/live/useFlight.ts";
import type { FleetSnapshot } from "../../src/map/drones/data/fleetSnapshot.ts";
import { formatPolledShare } from "../../src/pages/live/FeedStatus.tsx";
import { getRowTag, toItemProps } from "../../src/pages/live/TaskItem.tsx";

const noon = Date.parse("2026-11-21T04:00:00.000Z");
const hour = 3_600_000;
const year = 365.25 * 24 * hour;

describe("the server's clock", () => {
  test("an answer was written half way; the computer's clock does not matter", () => {
    let timer = 1_000;
    const clock = createServerClock(() => timer, noon + 8 * hour);
    timer = 3_000;
    // Sent at 1,000, back at 3,000: written at 2,000.
    clock.sync(new Date(noon).toISOString(), 1_000);
    expect(clock.now()).toBe(noon + 1_000);
    timer = 63_000;
    expect(clock.now()).toBe(noon + 61_000);
  });

  test("a slow answer does not replace a fast one for five minutes", () => {
    let timer = 100;
    const clock = createServerClock(() => timer, 0);
    clock.sync(new Date(noon).toISOString(), 0);
    timer = 5_000;
    // It waited 4 s on its way back.
    clock.sync(new Date(noon + 500).toISOString(), 0);
    expect(clock.now()).toBe(noon + 4_950);
    timer = 400_000;
    clock.sync(new Date(noon + 400_000).toISOString(), 399_000);
    expect(clock.now()).toBe(noon + 400_500);
  });

  test("is never before a time that the server has sent: a laptop slept", () => {
    let timer = 0;
    const clock = createServerClock(() => timer, 0);
    clock.sync(new Date(noon).toISOString(), 0);
    timer = 1_000;
    clock.raiseTo(noon + hour);
    expect(clock.now()).toBe(noon + hour);
    clock.raiseTo(noon);
    expect(clock.now()).toBe(noon + hour);
  });
});

describe("one age", () => {
  const groupAt = {
    position: noon - 3_000,
    attitude: noon,
    power: noon - 60_000,
    navigation: null,
    link: noon + 50,
    task: noon,
  };

  test("is the server's time less the server's time, whatever the drone's clock", () => {
    const expected = { position: 3_000, attitude: 0, power: 60_000, navigation: null, link: 0, task: 0 };
    for (const offset of [0, 8 * hour, -8 * hour, 5 * year, -5 * year]) {
      const state = { groupAt, clockOffsetMs: offset, tSrc: noon - offset } as LiveState;
      expect(toAges(state, noon)).toEqual(expected);
    }
  });

  test("a position that stays behind the other data is marked, a silent drone's is not", () => {
    const ages = { position: 45_000, attitude: 400, power: null, navigation: null, link: null, task: 400 };
    expect(formatPositionDoubt(0, ages)).toBe("定位异常：位置是 45 秒前的，其他数据仍在更新。");
    expect(formatPositionDoubt(0, { ...ages, attitude: 35_000, task: 40_000 })).toBe(null);
    expect(formatPositionDoubt(0, { ...ages, position: null })).toBe(null);
  });

  test("a position in doubt is told in the word of row and map", () => {
    const ages = { position: 400, attitude: 400, power: null, navigation: null, link: null, task: 400 };
    expect(formatPositionDoubt(1, ages)).toMatch(/^定位异常：/);
    expect(formatPositionDoubt(512, ages)).toMatch(/^位置停更：/);
    expect(formatPositionDoubt(256 + 4, ages)).toBe(null);
  });

  test("goes on where the drone's clock jumps", () => {
    const before = { groupAt, clockOffsetMs: 0, tSrc: noon } as LiveState;
    const after = { ...before, clockOffsetMs: -10 * 60_000, tSrc: noon + 10 * 60_000 };
    expect(toAges(before, noon + 2_000).position).toBe(5_000);
    expect(toAges(after, noon + 2_000).position).toBe(5_000);
  });

  test("the drone's clock is shown where it is wrong by more than 30 s", () => {
    expect(
      [0, 30_000, -30_000, 30_001, -31_000, 8 * hour, -8 * hour, 8 * hour - 900, 5 * year, 90 * 60_000].map(
        formatClockOffset,
      ),
    ).toEqual([
      null,
      null,
      null,
      "无人机时钟慢 30 秒",
      "无人机时钟快 31 秒",
      "无人机时钟慢 8 小时",
      "无人机时钟快 8 小时",
      "无人机时钟慢 8 小时",
      "无人机时钟慢 5 年",
      "无人机时钟慢 2 小时",
    ]);
  });
});

/** A frame of one drone at index 7. */
const createSnapshot = (serverTime: number, link: number, fields: object = {}): FleetSnapshot =>
  ({
    serverTime,
    count: 2,
    columns: {
      index: Uint32Array.of(3, 7),
      lat: Int32Array.of(0, 399_200_000),
      lon: Int32Array.of(0, 1_054_600_000),
      hEll: Int16Array.of(0, fleetUnknown.height),
      hRel: Int16Array.of(0, 804),
      hAgl: Int16Array.of(0, fleetUnknown.height),
      speed: Uint16Array.of(0, 1_250),
      climb: Int16Array.of(0, -100),
      heading: Uint16Array.of(0, 9_000),
      battery: Uint8Array.of(0, 64),
      phase: Uint8Array.of(0, 4),
      link: Uint8Array.of(0, link),
      alarms: Uint32Array.of(0, 0),
      age: Uint16Array.of(0, 15),
      ...fields,
    },
  }) as unknown as FleetSnapshot;

describe("a row of the list", () => {
  const row: LiveTaskRow = {
    id: "1",
    taskNo: "RW1",
    name: "巡检",
    droneSn: "SN1",
    company: "企业",
    time: 0,
    link: "lost",
    phase: "hover",
    age: 20,
    battery: 70,
  };
  const show = (of: LiveTaskRow, snapshot: FleetSnapshot | null, now: number, index: number | null = 7) =>
    getRowStatus(of, noon, snapshot && { snapshot, rows: findRows(snapshot, new Set([7])) }, index, now);

  test("has the frame's values where the frame is newer and holds its drone", () => {
    expect(show(row, createSnapshot(noon + 1_000, 0), noon + 1_500)).toEqual({
      phase: "mission",
      link: "fresh",
      ageMs: 2_000,
      battery: 64,
      fault: null,
      alarmLevel: 0,
    });
  });

  test("has the list's values, older by now, outside the view and before a newer frame", () => {
    const fromList = {
      phase: "hover",
      link: "lost",
      ageMs: 24_000,
      battery: 70,
      fault: null,
      alarmLevel: 0,
    };
    expect(show(row, null, noon + 4_000)).toEqual(fromList);
    expect(show(row, createSnapshot(noon + 1_000, 0), noon + 4_000, 9)).toEqual(fromList);
    expect(show(row, createSnapshot(noon + 1_000, 0), noon + 4_000, null)).toEqual(fromList);
    expect(show(row, createSnapshot(noon - 1, 0), noon + 4_000)).toEqual(fromList);
  });

  test("does not stay fresh where its frame or two lists fail to come, and not merely lost after a minute", () => {
    const fresh = { ...row, link: "fresh" as const };
    // The list is read every 10 s: outside the view a healthy flight stays healthy between two readings.
    expect(show(fresh, null, noon + 20_000)?.link).toBe("fresh");
    expect(show(fresh, null, noon + 20_001)?.link).toBe("delayed");
    expect(show(fresh, createSnapshot(noon, 0), noon + 10_000)?.link).toBe("fresh");
    expect(show(fresh, createSnapshot(noon, 0), noon + 10_001)?.link).toBe("delayed");
    expect(show(row, createSnapshot(noon, 0), noon + 60_001)?.link).toBe("lastKnown");
  });

  test("lost for three days is not lost for the 1.8 hours that a frame can hold", () => {
    const saturated = createSnapshot(noon, 3, { age: Uint16Array.of(0, 65_535) });
    const days = { ...row, age: 3 * 86_400 };
    expect(show(days, saturated, noon + 1_000)?.ageMs).toBe(3 * 86_400_000 + 1_000);
    expect(formatRowAge(show(days, saturated, noon)?.ageMs ?? 0)).toBe("72 小时前");
    // One that has just passed the limit, as the list tells it.
    expect(show({ ...row, age: 6_553 }, saturated, noon + 1_000)?.ageMs).toBe(6_554_500);
    // A frame that can tell is newer than the list.
    expect(show(days, createSnapshot(noon, 0), noon)?.ageMs).toBe(1_500);
  });

  test("detects a wrong position by the frame's bits and by the list's", () => {
    const lost = createSnapshot(noon, 0, { alarms: Uint32Array.of(0, 1) });
    const jumped = createSnapshot(noon, 0, { alarms: Uint32Array.of(0, 2) });
    expect([show(row, lost, noon), show(row, jumped, noon)].map((one) => one?.fault)).toEqual([
      "定位异常",
      "位置跳变",
    ]);
    expect(show({ ...row, alarms: 2 }, null, noon)?.fault).toBe("位置跳变");
    expect(show({ ...row, alarms: 512 }, null, noon)?.fault).toBe("位置停更");
    expect(show({ ...row, alarms: 256 }, null, noon)?.fault).toBe("阶段与高度速度矛盾");
    expect(show({ ...row, alarms: 257 }, null, noon)?.fault).toBe("定位异常");
    // An alarm of priority 1 that waits, which is no doubt about the position.
    expect(show({ ...row, alarms: 4 }, null, noon)).toMatchObject({ fault: null, alarmLevel: 6 });
  });

  test("calls its link as the panel does, and a position in doubt only where the link is fine", () => {
    const call = (link: LinkState | null, fault: string | null, alarmLevel = 0) =>
      getRowTag(false, { link, fault, alarmLevel }).label;
    expect([...linkStates, null].map((link) => [call(link, null), call(link, "定位异常")])).toEqual([
      ["正常", "定位异常"],
      ["延迟", "延迟"],
      ["失联", "失联"],
      ["最后已知", "最后已知"],
      ["未在飞", "未在飞"],
    ]);
    expect(getRowTag(true, { link: null, fault: null, alarmLevel: 0 }).label).toBe("待起飞");
    // Nothing is 正常 with an aircraft that an alarm is open for.
    expect(call("fresh", null, 6)).toBe("链路正常");
    expect(call("lost", null, 6)).toBe("失联");
  });

  test("has no flight between two, and unknown values stay unknown", () => {
    const { link: _link, age: _age, battery: _battery, phase: _phase, ...ground } = row;
    expect(show(ground, createSnapshot(noon, 0), noon)).toBe(null);
    expect(show({ ...ground, link: "fresh" }, null, noon)).toEqual({
      phase: null,
      link: "fresh",
      ageMs: null,
      battery: null,
      fault: null,
      alarmLevel: 0,
    });
    const battery = Uint8Array.of(0, fleetUnknown.battery);
    expect(show(row, createSnapshot(noon, 0, { battery }), noon)?.battery).toBe(null);
  });

  test("a healthy row does not change each second, an older one shows its age", () => {
    expect([null, 0, 5_000, 5_001, 59_999, 61_000, 7_300_000].map(formatRowAge)).toEqual([
      "位置未知",
      "5 秒内",
      "5 秒内",
      "5 秒前",
      "59 秒前",
      "1 分钟前",
      "2 小时前",
    ]);
    const status = {
      phase: null,
      link: "fresh",
      battery: 50,
      fault: null,
      alarmLevel: 0,
    } as const;
    expect(toItemProps({ ...status, ageMs: 900 })).toEqual(toItemProps({ ...status, ageMs: 1_900 }));
  });
});

test("a frame replaces the values it has, and the position's time by the server's clock", () => {
  const groupAt = { position: 1, attitude: 2, power: 3, navigation: null, link: 5, task: 6 };
  const previous = { taskId: "1", lat: 1, groupAt, clockOffsetMs: 8 * hour, tSrc: 5 } as unknown as LiveState;
  expect(mergeSnapshotState(createSnapshot(noon, 1), 7, "1", previous)).toMatchObject({
    lat: 399_200_000,
    hEll: null,
    hRel: 80.4,
    batPct: 64,
    linkState: "delayed",
    groupAt: { ...groupAt, position: noon - 1_500 },
    clockOffsetMs: 8 * hour,
  });
  expect(mergeSnapshotState(createSnapshot(noon, 1), 9, "1", previous)).toBe(previous);
  const saturated = createSnapshot(noon, 3, { age: Uint16Array.of(0, 65_535) });
  const lostForDays = {
    ...previous,
    groupAt: { ...groupAt, position: noon - 3 * 86_400_000 },
  } as LiveState;
  expect(mergeSnapshotState(saturated, 7, "1", lostForDays)?.groupAt.position).toBe(noon - 3 * 86_400_000);
});

test("of a flight without a state the snapshot's row is all that is known", () => {
  const state = mergeSnapshotState(createSnapshot(noon, 1), 7, "5", null);
  expect(state).toMatchObject({ taskId: "5", lat: 399_200_000, batPct: 64, homeDist: null, tRemain: null });
  expect(state?.groupAt).toMatchObject({ position: noon - 1_500, power: null });
  expect(mergeSnapshotState(createSnapshot(noon, 1), 9, "5", null)).toBeNull();
});

test("a poll lists the drones that it left out", () => {
  expect(formatPolledShare(null)).toBe("");
  expect(formatPolledShare({ count: 1_999, fleetSize: 20_000 })).toBe("");
  expect(formatPolledShare({ count: 2_000, fleetSize: 2_000 })).toBe("");
  expect(formatPolledShare({ count: 2_000, fleetSize: 20_000 })).toBe(
    "；图上只有链路最差的 2,000 架，有位置的共 20,000 架",
  );
});

test.each([
  ["telemetry of just now", { at: 10_000, isTelemetry: true as const }, 14_999, true],
  ["telemetry of 5 s ago", { at: 10_000, isTelemetry: true as const }, 15_000, false],
  // Another platform tells all of its drones' places alike.
  ["an earlier snapshot", { at: 10_000 }, 10_001, false],
])("whether a snapshot after %s is no news", (_name, received, now, outranks) => {
  expect(outranksSnapshots({ ...received, state: {} as LiveState }, now)).toBe(outranks);
});
