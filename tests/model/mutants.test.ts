import { describe, expect, test, vi } from "vitest";
import { hunt } from "./hunt.ts";
import { faultless } from "./mutate.ts";
import { trials } from "./subjects.ts";
import { runWalks } from "./walks.ts";

/** Every tenth fault: `npm run test:mutants` plants them all. */
const step = 10;

/** Not to be told apart: a timer that runs on finds that it is early and starts anew. */
const equivalent = [
  "idle.active on click (2): re-entry flipped",
  "idle.active on tab.click: re-entry flipped",
];

for (const trial of trials)
  describe(trial.machine, () => {
    test("put together again without a fault, it passes", async () => {
      for (const subject of trial.subjects)
        expect(await runWalks(subject, { runs: 40, seed: 3, variant: faultless.plant })).toBeNull();
    });

    test("planted faults are noticed", async () => {
      const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { planted, survivors } = await hunt(trial, (all) => all.filter((_, index) => index % step === 0));
      warned.mockRestore();
      expect(planted).toBeGreaterThan(0);
      expect(survivors.filter((name) => !equivalent.includes(name))).toEqual([]);
    }, 120_000);
  });
