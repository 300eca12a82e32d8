import { expect, test } from "vitest";
import type { TaskRow } from "../../adapters/contract/task.ts";
import { formatEndedNotice } from "../../src/pages/page/live/formatEndedNotice.ts";
import { isFlying } from "../../src/pages/page/live/isFlying.ts";
import {
  getNoFlightsText,
  getNoPlannedText,
  getReadFailedText,
} from "../../src/pages/page/live/taskFilter.ts";

const tasks = [
  { id: "7", status: "running" },
  { id: "8", status: "planned" },
] as TaskRow[];
// The map has the drones of 7 and 9; of 9 the list does not know yet.
const table = { indexOf: (taskId: string) => (["7", "9"].includes(taskId) ? 0 : null) };
const at = Date.parse("2026-11-21T05:40:03.999Z");

test("only what flies can be followed: not what is still to start, has ended or is not known", () => {
  const flies = (selected: string | null) => isFlying({ selected, tasks, ended: null }, table);
  expect([flies("7"), flies("9"), flies("8"), flies("10"), flies(null)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const [task] = tasks as [TaskRow];
  expect(isFlying({ selected: "7", tasks: [], ended: { task, at } }, table)).toBe(false);
});

test("the panel of a task that left the list says so, and when that was noticed in China's time", () => {
  expect(formatEndedNotice({ status: "running" }, at)).toBe(
    "任务已结束（13:40:03 得知），下面是最后一次收到的数据。",
  );
  expect(formatEndedNotice({ status: "planned" }, at)).toBe(
    "任务已取消或改期（13:40:03 得知），不再待起飞。",
  );
});

test("where the filter leaves no flight, the list says so, and points at planned tasks that fit", () => {
  expect(getNoFlightsText(0, 3, false)).toBe("当前没有在飞任务。");
  expect(getNoFlightsText(5, 0, false)).toBe("没有符合条件的任务，请调整搜索条件。");
  expect(getNoFlightsText(5, 2, false)).toBe("没有符合条件的在飞任务，符合条件的计划任务在下面。");
  expect(getNoPlannedText(0, false)).toBe("未来 2 小时没有计划任务。");
  expect(getNoPlannedText(4, false)).toBe("没有符合条件的计划任务。");
});

test("a list that could not be read says nothing of now: only of when it was read, and what still comes", () => {
  expect(getNoFlightsText(0, 3, true)).toBe("最后一次读到时没有在飞任务。");
  expect(getNoPlannedText(0, true)).toBe("最后一次读到时没有计划任务。");
  expect(getReadFailedText(true, false)).toBe("任务列表读取失败，正在自动重试；下面是最后一次读到的内容。");
  expect(getReadFailedText(true, true)).toBe(
    "任务列表读取失败，正在自动重试；下面是最后一次读到的内容。无人机位置仍在实时更新。",
  );
  expect(getReadFailedText(false, false)).toBe("任务列表读取失败，正在自动重试。");
});
