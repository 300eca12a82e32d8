import { expect, test } from "vitest";
import {
  findFreshTask,
  findOverdue,
  findTaskAlarms,
  findUrgentTasks,
} from "../../src/wall/findUrgentTasks.ts";

const alarm = (
  priority: "p1" | "p2" | "p3" | "p4",
  taskId: string | null,
  state: "active" | "acknowledged" | "cleared" = "active",
  raisedAt = "2026-03-02T00:00:00Z",
) => ({ priority, taskId, state, raisedAt });

test("only P1 and P2 that nobody has acknowledged take the focus, each task once", () => {
  const alarms = [
    alarm("p1", "a", "active", "2026-03-02T00:00:20Z"),
    alarm("p1", "b", "active", "2026-03-02T00:00:10Z"),
    alarm("p1", "c", "acknowledged"),
    alarm("p2", "a"),
    alarm("p2", "d"),
    alarm("p2", null),
    alarm("p3", "e"),
    alarm("p4", "f"),
  ];
  expect(findUrgentTasks(alarms)).toEqual({
    p1Tasks: ["a", "b"],
    p1Since: Date.UTC(2026, 2, 2, 0, 0, 10),
    tour: ["a", "b", "d"],
  });
});

test("what is over takes no turn from what holds, and its own where nothing holds", () => {
  const ended = [alarm("p1", "a", "cleared"), alarm("p1", "b", "cleared")];
  const tasks = (alarms: Parameters<typeof findUrgentTasks>[0]) => {
    const { p1Tasks, tour } = findUrgentTasks(alarms);
    return [p1Tasks.join(""), tour.join("")];
  };
  expect(tasks([...ended, alarm("p1", "c"), alarm("p2", "d")])).toEqual(["c", "cd"]);
  expect(tasks([...ended, alarm("p2", "d")])).toEqual(["ab", "d"]);
  expect(tasks(ended)).toEqual(["ab", "ab"]);
});

test("the strip counts the P1 that have waited for a minute, and names the oldest that holds", () => {
  const minute = "2026-03-02T00:01:00Z";
  const alarms = [
    alarm("p1", "new", "active", "2026-03-02T00:00:01Z"),
    alarm("p1", "b", "active", "2026-03-02T00:00:00Z"),
    alarm("p1", "c", "active", "2026-03-01T23:59:30Z"),
    alarm("p1", "over", "cleared", "2026-03-01T22:00:00Z"),
    alarm("p1", "seen", "acknowledged", "2026-03-01T21:00:00Z"),
    alarm("p2", "p2", "active", "2026-03-01T20:00:00Z"),
  ];
  const find = (rows: typeof alarms) => {
    const found = findOverdue(rows, Date.parse(minute));
    return found && [found.count, found.oldest.taskId];
  };
  expect(find(alarms)).toEqual([3, "c"]);
  expect(find(alarms.filter(({ state }) => state === "cleared"))).toEqual([1, "over"]);
  expect(find(alarms.slice(0, 1))).toBeNull();
});

test("a P3 alone leaves the overview alone", () => {
  expect(findUrgentTasks([alarm("p3", "e")])).toEqual({ p1Tasks: [], p1Since: null, tour: [] });
});

test("a P1 is new for 20 s after it was raised, until somebody has acknowledged it", () => {
  const alarms = [
    alarm("p1", "x", "acknowledged", "2026-03-02T00:00:31Z"),
    alarm("p1", "y", "active", "2026-03-02T00:00:30Z"),
    alarm("p1", "a", "active", "2026-03-02T00:00:20Z"),
    alarm("p1", "b", "active", "2026-03-02T00:00:10Z"),
    alarm("p2", "c", "active", "2026-03-02T00:00:32Z"),
  ];
  // y has no place on the map.
  const at = (second: number) =>
    findFreshTask(alarms, ["a", "b", "x", "c"], Date.UTC(2026, 2, 2, 0, 0, second));
  expect([at(32), at(39), at(40), at(60)]).toEqual(["a", "a", null, null]);
});

test("a caption tells what waits before what has been acknowledged", () => {
  const [acknowledged, waiting] = [alarm("p1", "a", "acknowledged"), alarm("p2", "a")];
  expect(findTaskAlarms([acknowledged, waiting, alarm("p2", "b")], "a")).toEqual([waiting, acknowledged]);
  expect(findTaskAlarms([alarm("p1", null)], null)).toEqual([]);
});
