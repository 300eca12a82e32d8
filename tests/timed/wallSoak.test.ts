import { expect, test } from "vitest";
import { heapGrowthLimit, nodesAddedLimit, recoveryLimitMs, soakWalls } from "../load/soakWalls.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";

test("screens recover within 15 s from 20 cuts, 3 restarts, 5 WebGL losses, a frozen tab and a clock that jumps", async () => {
  using data = createDemoFolder();
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const { faults, ...result } = await soakWalls({ dataDir: data.path, minutes: 0, log });
  const { violations, layersAdded, nodesAdded, ownGrowth, reloads } = result;
  expect(faults.filter(({ ms }) => ms > recoveryLimitMs)).toEqual([]);
  // Ten cuts of two sockets each, after two cuts, a loss, a restart, a frozen tab and two jumps to warm up.
  expect(faults).toHaveLength(10 + 3 + 5 + 1 + 2 + 7);
  expect({ violations, layersAdded, reloads }).toEqual({ violations: [], layersAdded: 0, reloads: 0 });
  expect(nodesAdded, lines.join("\n")).toBeLessThanOrEqual(nodesAddedLimit);
  expect(ownGrowth, lines.join("\n")).toBeLessThan(heapGrowthLimit);
}, 540_000);
