import { expect, test } from "vitest";
import { rankTrouble } from "../../server/modules/task/selectOpenTasks.ts";

const [fresh, delayed, lost, lastKnown] = [0, 1, 2, 3];
/** Link and bits of the alarms by what they mean, as docs/wire-format.md numbers them; most urgent first. */
const flights: Readonly<Record<string, readonly [number, number]>> = {
  "lost, with a P1 that waits": [lost, 4],
  "P1 that waits": [fresh, 4 | 8],
  lost: [lost, 0],
  "last known": [lastKnown, 32],
  "P2 that waits": [fresh, 8 | 32],
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
    ["lost, with a P1 that waits", 6],
    ["P1 that waits", 6],
    ["lost", 5],
    ["last known", 5],
    ["P2 that waits", 4],
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
