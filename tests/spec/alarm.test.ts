import { expect, test } from "vitest";
import { alarmKind } from "../../adapters/contract/alarm.ts";
import { runSituation } from "../alarms/runSituation.ts";
import { alarmLines } from "./alarmTable.ts";

/** Found over hangars, tasks that end, lines, the duty desk or screens, with tests of their own. */
const elsewhere = [
  "任务失败",
  "机场异常",
  "接入中断",
  "平台连接中断",
  "无人值守",
  "大屏离线",
  "大屏与平台不一致",
];

test("the table has every kind that is found over flights, raised and cleared", () => {
  const kinds = alarmKind.options.map(({ label }) => label).filter((label) => !elsewhere.includes(label));
  for (const kind of kinds) {
    const results = alarmLines.filter((line) => line.kind === kind).map(({ result }) => result);
    expect(results, kind).toEqual(expect.arrayContaining(["触发", "解除", "不触发"]));
  }
});

test.each(alarmLines)("$line: $kind, $situation: $result $priority", ({ kind, steps, result, priority }) => {
  const value = alarmKind.options.find(({ label }) => label === kind)?.value;
  const heard = runSituation(steps).filter((entry) => entry.kind === value);
  const raised = heard.filter(({ what }) => what === "raise");
  switch (result) {
    case "不触发":
      expect(heard).toEqual([]);
      break;
    case "触发":
      expect(raised.at(-1)?.priority).toBe(priority.toLowerCase());
      expect(heard.at(-1)?.what).toBe("raise");
      break;
    case "解除":
      expect(heard.map(({ what }) => what)).toEqual(["raise", "clear"]);
      break;
    case "不解除":
      expect(heard.map(({ what }) => what)).toEqual(["raise"]);
      break;
  }
});
