import { expect, test } from "vitest";
import type { TaskRow } from "../../adapters/contract/task.ts";
import {
  getNoFlightsText,
  getNoPlannedText,
  getReadFailedText,
  parseFilter,
} from "../../src/live/taskFilter.ts";
import { formatEndedNotice } from "../../src/pages/live/formatEndedNotice.ts";
import { isFlying } from "../../src/pages/live/isFlying.ts";

// The map has the drones of tasks 7 and 9.
const table = { indexOf: (taskId: string) => (["7", "9"].includes(taskId) ? 0 : null) };
const parse = (query: string) => parseFilter(new URLSearchParams(query));
const at = Date.parse("2026-11-21T05:40:03.999Z");

test("only flying tasks can be followed, not planned, ended or unknown ones", () => {
  const flies = (selected: string | null, status?: TaskRow["status"]) =>
    isFlying({ selected, opened: status ? ({ status } as TaskRow) : null, ended: null }, table);
  expect([flies("7", "running"), flies("9"), flies("8", "planned"), flies("10"), flies(null)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const task = { id: "7", status: "running" } as TaskRow;
  expect(isFlying({ selected: "7", opened: null, ended: { task, at } }, table)).toBe(false);
});

test("the panel of a task that left the list shows since when, in China time", () => {
  expect(formatEndedNotice({ status: "running" }, at)).toBe(
    "任务已结束（13:40:03 得知），下面是最后一次收到的数据。",
  );
  expect(formatEndedNotice({ status: "planned" }, at)).toBe(
    "任务已取消或改期（13:40:03 得知），不再待起飞。",
  );
});

test("an empty filtered list shows a message and points at matching planned tasks", () => {
  expect(getNoFlightsText(false, 3, false)).toBe("当前没有在飞任务。");
  expect(getNoFlightsText(true, 0, false)).toBe("没有符合条件的任务，请调整搜索条件。");
  expect(getNoFlightsText(true, 2, false)).toBe("没有符合条件的在飞任务，符合条件的计划任务在下面。");
  expect(getNoPlannedText(parse(""), false)).toBe("未来 2 小时没有计划任务。");
  expect(getNoPlannedText(parse("q=x"), false)).toBe("没有符合条件的计划任务。");
  expect(getNoPlannedText(parse("q=x&state=lost"), false)).toBe(
    "待起飞的任务没有飞行状态，按状态筛选时不显示。",
  );
});

test("after a failed load, messages refer to the last load and to positions that still update", () => {
  expect(getNoFlightsText(false, 3, true)).toBe("最后一次读到时没有在飞任务。");
  expect(getNoPlannedText(parse(""), true)).toBe("最后一次读到时没有计划任务。");
  expect(getReadFailedText(true, false)).toBe("任务列表读取失败，正在自动重试；下面是最后一次读到的内容。");
  expect(getReadFailedText(true, true)).toBe(
    "任务列表读取失败，正在自动重试；下面是最后一次读到的内容。无人机位置仍在实时更新。",
  );
  expect(getReadFailedText(false, false)).toBe("任务列表读取失败，正在自动重试。");
});
