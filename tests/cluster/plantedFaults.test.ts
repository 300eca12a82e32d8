/** @module-tag full */

import { expect, test } from "vitest";
import { plants } from "./simulation/plants.ts";
import { runSimulation } from "./simulation/runSimulation.ts";

const maxHours = 8;

test.each(Object.entries(plants))("The simulation finds that %s", async (_, { plant, failure: expected }) => {
  let found: string | null = null;
  for (let seed = 1; seed <= maxHours && found === null; seed += 1)
    found = (await runSimulation({ seed, hours: 1, plant })).failure;
  expect(found?.split("\n")[0]).toMatch(expected);
});
