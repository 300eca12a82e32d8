import { expect, test } from "vitest";
import { findUrgentTasks } from "../../src/wall/findUrgentTasks.ts";

const alarm = (
  priority: "p1" | "p2" | "p3" | "p4",
  taskId: string | null,
  state: "active" | "acknowledged" = "active",
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

test("a P3 alone leaves the overview alone", () => {
  expect(findUrgentTasks([alarm("p3", "e")])).toEqual({ p1Tasks: [], p1Since: null, tour: [] });
});
