import { describe, expect, test, vi } from "vitest";
import { hunt } from "./hunt.ts";
import { faultless } from "./mutate.ts";
import { trials } from "./subjects.ts";
import { runWalks } from "./walks.ts";

/** Every tenth fault: `npm run test:mutants` plants them all. */
const step = 10;

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
      expect(survivors).toEqual([]);
    }, 120_000);
  });
