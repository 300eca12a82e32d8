import { expect, it } from "vitest";
import {
  countWaiting,
  findNewestP1,
  formatTitleMark,
  markTitle,
} from "../../src/app/alarms/waitingAlarms.ts";
import { createTaskFollower } from "../../src/live/taskFollower.ts";
import { groupByCause } from "../../src/pages/live/alarms/groupByCause.ts";
import { findFollowedTasks } from "../../src/pages/live/alarms/useFollowedTasks.ts";
import { createAlarm } from "./createAlarm.ts";

const alarms = [
  createAlarm({ id: "1", priority: "p1", kind: "lost", raisedAt: "2026-11-25T08:00:00.000Z", taskId: "71" }),
  createAlarm({ id: "2", priority: "p1", kind: "lost", raisedAt: "2026-11-25T08:02:00.000Z", taskId: "72" }),
  createAlarm({ id: "3", priority: "p1", kind: "fenceExit", state: "acknowledged", taskId: "73" }),
  createAlarm({ id: "4", priority: "p1", kind: "fenceExit", state: "cleared", taskId: "71" }),
  createAlarm({ id: "5", priority: "p2", kind: "lost" }),
  createAlarm({ id: "6", priority: "p3", kind: "lost", taskId: "76" }),
];

it("counts the P1 and P2 that wait, and nothing before the alarms are read", () => {
  expect(countWaiting(alarms)).toEqual({ p1: 3, p2: 1 });
  expect(countWaiting(null)).toBeNull();
  expect(findNewestP1(alarms)?.id).toBe("2");
  expect(findNewestP1([])).toBeNull();
  const ended = createAlarm({
    id: "9",
    priority: "p1",
    state: "cleared",
    raisedAt: "2026-11-25T09:00:00.000Z",
  });
  expect(findNewestP1([ended, ...alarms])?.id).toBe("2");
  expect(findNewestP1([ended])?.id).toBe("9");
});

it("marks the title, whatever it was marked with before", () => {
  expect(formatTitleMark({ p1: 3, p2: 1 })).toBe("【P1 3 P2 1】");
  expect(formatTitleMark({ p1: 0, p2: 1 })).toBe("【P2 1】");
  expect(formatTitleMark({ p1: 0, p2: 0 })).toBe("");
  expect(formatTitleMark(null)).toBe("");
  expect(markTitle("云盒管理 - 后台管理", "【P1 3】")).toBe("【P1 3】云盒管理 - 后台管理");
  expect(markTitle("【P1 3 P2 12】云盒管理 - 后台管理", "【P2 1】")).toBe("【P2 1】云盒管理 - 后台管理");
  expect(markTitle("【P2 1】云盒管理 - 后台管理", "")).toBe("云盒管理 - 后台管理");
});

it("groups by priority and cause", () => {
  const groups = groupByCause(alarms).map(({ priority, kind, alarms: own }) => [
    priority,
    kind,
    own.map(({ id }) => id).join(" "),
  ]);
  expect(groups).toEqual([
    ["p1", "lost", "1 2"],
    ["p1", "fenceExit", "3 4"],
    ["p2", "lost", "5"],
    ["p3", "lost", "6"],
  ]);
});

it("follows the task of the card first, then those of the P1 that wait, then of the others, once each, at most 60", () => {
  const opened = createAlarm({ id: "6", priority: "p3", taskId: "76" });
  expect(findFollowedTasks({ opened, alarms })).toEqual(["76", "71", "72", "73"]);
  expect(findFollowedTasks({ opened: null, alarms: null })).toEqual([]);
  const many = Array.from({ length: 100 }, (_, n) =>
    createAlarm({ id: `${n}`, priority: "p1", taskId: `${n}` }),
  );
  expect(findFollowedTasks({ opened, alarms: many })).toHaveLength(60);
  const known = many.map((alarm) => ({ ...alarm, state: "acknowledged" as const }));
  const waiting = createAlarm({ id: "200", priority: "p1", taskId: "200" });
  expect(findFollowedTasks({ opened, alarms: [...known, waiting] }).slice(0, 2)).toEqual(["76", "200"]);
});

it("keeps a stream open as long as anybody wants it", () => {
  const sent: string[] = [];
  const follower = createTaskFollower({
    send: (event) => sent.push("taskId" in event ? `${event.type} ${event.taskId}` : event.type),
  });
  follower.open("selection", "71");
  follower.replace("alarms", ["71", "72"]);
  follower.close("selection", "71");
  follower.replace("alarms", ["72"]);
  follower.replace("alarms", []);
  expect(sent).toEqual(["task.open 71", "task.open 72", "task.close 71", "task.close 72"]);
});
