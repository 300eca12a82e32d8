import { expect, test } from "vitest";
import { joinFrameBits } from "../../server/alarms/openAlarms.ts";
import { rankTrouble } from "../../server/modules/task/selectOpenTasks.ts";

const [fresh, delayed, lost, lastKnown] = [0, 1, 2, 3];
/** Link and bits of the alarms by what they mean, as docs/wire-format.md numbers them; most urgent first. */
const flights: Readonly<Record<string, readonly [number, number]>> = {
  "lost, with a P1 that waits": [lost, 4],
  "P1 that waits": [fresh, 4 | 8],
  lost: [lost, 0],
  "last known": [lastKnown, 32],
  "P1 over": [fresh, 4 | 1024 | 8],
  "P2 that waits": [fresh, 8 | 32],
  "P2 over": [fresh, 8 | 2048],
  "delayed, its position jumped": [delayed, 2],
  delayed: [delayed, 64],
  "no position": [fresh, 1],
  "place repeated": [fresh, 512],
  "phase against height": [fresh, 256],
  "P1 acknowledged": [fresh, 32],
  "P3 that waits": [fresh, 16],
  "P3 acknowledged": [fresh, 128],
  healthy: [fresh, 0],
};

test("flights are ranked by what waits for somebody, then by what is not known of them", () => {
  const ranks = Object.entries(flights).map(([name, [link, alarms]]) => [name, rankTrouble(link, alarms)]);
  expect(ranks).toEqual([
    ["lost, with a P1 that waits", 8],
    ["P1 that waits", 8],
    ["lost", 7],
    ["last known", 7],
    ["P1 over", 6],
    ["P2 that waits", 5],
    ["P2 over", 4],
    ["delayed, its position jumped", 3],
    ["delayed", 3],
    ["no position", 2],
    ["place repeated", 2],
    ["phase against height", 2],
    ["P1 acknowledged", 1],
    ["P3 that waits", 1],
    ["P3 acknowledged", 0],
    ["healthy", 0],
  ]);
});

test("a priority is said to be over where none of it that waits holds", () => {
  const waits = { priority: "p1", state: "active" } as const;
  const over = { priority: "p1", state: "cleared" } as const;
  expect(joinFrameBits([over])).toBe(4 | 1024);
  expect(joinFrameBits([over, waits])).toBe(4);
  expect(joinFrameBits([waits, { priority: "p2", state: "cleared" }])).toBe(4 | 8 | 2048);
  expect(joinFrameBits([over, { priority: "p1", state: "acknowledged" }])).toBe(4 | 1024 | 32);
  expect(joinFrameBits([{ priority: "p3", state: "cleared" }])).toBe(16);
  expect(joinFrameBits([{ priority: "p1", state: "gone" }])).toBe(0);
});
