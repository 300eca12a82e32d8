import { expect, test } from "vitest";
import { pickFocus, pickPlaced } from "../../src/wall/mapPlaces.ts";

const turnMs = 19_300;
const idle = { tour: [], stop: 0 };

test("nothing that waits has no focus", () => {
  expect(pickFocus([], idle, 0)).toBeNull();
});

test("a stop of the tour has it while no P1 waits", () => {
  const tour = { tour: ["a", "b", "c"], stop: 1 };
  expect(pickFocus([], tour, 5 * turnMs)).toEqual({ taskId: "b", number: 2, count: 3 });
});

test("one P1 after the other has it, whatever else waits", () => {
  const tour = { tour: ["p", "q", "z"], stop: 2 };
  const at = (turn: number) => pickFocus(["p", "q"], tour, turn * turnMs);
  expect(at(0)).toEqual({ taskId: "p", number: 1, count: 2 });
  expect(at(1)).toEqual({ taskId: "q", number: 2, count: 2 });
  expect(at(2)).toEqual({ taskId: "p", number: 1, count: 2 });
});

test("a new P1 has it before the others", () => {
  const at = (turn: number) => pickFocus(["p", "q", "r"], idle, turn * turnMs, "r");
  for (const turn of [0, 1, 2]) expect(at(turn)).toEqual({ taskId: "r", number: 3, count: 3 });
  expect(pickFocus(["p"], idle, 0, "gone")).toEqual({ taskId: "p", number: 1, count: 1 });
});

test("who has no place leaves its turn to those that have one, and has it as soon as it has a place", () => {
  const pickAt = (turn: number, placed: string) =>
    pickPlaced(
      ["p", "q", "r"],
      (task) => placed.includes(task),
      (tasks) => pickFocus(tasks, idle, turn * turnMs),
    );
  expect(pickAt(1, "pr")).toEqual({ taskId: "r", number: 2, count: 2 });
  expect(pickAt(1, "pqr")).toEqual({ taskId: "q", number: 2, count: 3 });
  expect(pickAt(2, "pr")).toEqual({ taskId: "r", number: 2, count: 2 });
  expect(pickAt(1, "")).toEqual({ taskId: "q", number: 2, count: 3 });
});
