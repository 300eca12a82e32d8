import { expect, test } from "vitest";
import type { FlightEvent } from "../../src/pages/history/playback/flightEvents.ts";
import { groupRepeats } from "../../src/pages/history/report/groupRepeats.ts";

const event = (number: number, atS: number, kind: FlightEvent["kind"], label: string): FlightEvent => ({
  number,
  atMs: atS * 1_000,
  kind,
  label,
});

test("a message that is repeated becomes one row, others stay between", () => {
  const events = [
    event(0, 0, "message", "机载消息：GPS 信号弱"),
    event(1, 10, "phase", "阶段：起飞 → 巡航"),
    event(2, 20, "message", "机载消息：GPS 信号弱"),
    event(3, 320, "message", "机载消息：GPS 信号弱"),
  ];
  expect(groupRepeats(events)).toEqual([
    { number: 0, label: "机载消息：GPS 信号弱", count: 3, fromMs: 0, toMs: 320_000 },
    { number: 1, label: "阶段：起飞 → 巡航", count: 1, fromMs: 10_000, toMs: 10_000 },
  ]);
});

test("after more than five minutes it is a new row; other texts and other kinds are never grouped", () => {
  const events = [
    event(0, 0, "message", "机载消息：甲"),
    event(1, 1, "message", "机载消息：乙"),
    event(2, 301, "message", "机载消息：甲"),
    event(3, 302, "link", "链路：正常 → 延迟"),
    event(4, 303, "link", "链路：正常 → 延迟"),
  ];
  expect(groupRepeats(events).map(({ number, count }) => [number, count])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
});

test("photos of a series are counted, without the number of the first one", () => {
  const events = [event(0, 0, "photo", "拍照 第 1 张"), event(1, 2, "photo", "拍照 第 2 张")];
  expect(groupRepeats(events)).toEqual([{ number: 0, label: "拍照", count: 2, fromMs: 0, toMs: 2_000 }]);
});
