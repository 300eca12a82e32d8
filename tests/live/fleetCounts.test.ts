import { expect, test } from "vitest";
import { parseFilter } from "../../src/live/taskFilter.ts";
import { explainCounts, getNewestCounts } from "../../src/pages/live/fleetCounts.ts";

const noon = Date.parse("2026-06-01T12:00:00+08:00");
const countsOf = (flying: number) => ({ flying, lost: 1, delayed: 0, positionAlarm: 0, positionFrozen: 0 });
const listOf = (flying: number, total: number, at = noon, query = "") => ({
  counts: countsOf(flying),
  total,
  at,
  filter: parseFilter(new URLSearchParams(query)),
});
const frameOf = (flying: number, fleetSize: number, serverTime = noon + 1_000) => ({
  counts: countsOf(flying),
  fleetSize,
  serverTime,
});

test("nothing is counted before anything was read", () => {
  expect(getNewestCounts(null, null)).toBe(null);
  expect(explainCounts(null, null)).toBe(null);
});

test("the counts are those of the list or of the frame, whichever is newer", () => {
  expect(getNewestCounts(listOf(3, 3), null)?.flying).toBe(3);
  expect(getNewestCounts(null, frameOf(5, 5))?.flying).toBe(5);
  expect(getNewestCounts(listOf(3, 3), frameOf(5, 5))?.flying).toBe(5);
  expect(getNewestCounts(listOf(3, 3, noon + 2_000), frameOf(5, 5))?.flying).toBe(3);
});

test("where list, head and map differ, it says why", () => {
  expect(explainCounts(listOf(3, 3), frameOf(3, 3))).toBe(null);
  expect(explainCounts(listOf(3, 4), frameOf(5, 5))).toBe("列表 4 个（12:00:00 读取，含已落地未结束的）");
  expect(explainCounts(listOf(698, 698), frameOf(544, 1_467))).toBe(
    "列表 698 个（12:00:00 读取，含已落地未结束的）；图上共 1467 架（含已落地的，不含位置未知的）",
  );
  // A filtered list is another number by choice.
  expect(explainCounts(listOf(5, 1, noon, "state=lost"), frameOf(5, 5))).toBe(null);
});
