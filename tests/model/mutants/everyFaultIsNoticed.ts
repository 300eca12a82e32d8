import { describe, expect, test, vi } from "vitest";
import { hunt } from "../hunt.ts";
import { faultless } from "../mutate.ts";
import type { Trial } from "../subjects.ts";
import { runWalks } from "../walks.ts";

/** Plants every fault into every one of these machines, one at a time: at least 95 % of each one's must be noticed. */
export function everyFaultIsNoticed(trials: readonly Trial[]): void {
  describe.each(trials.map((trial) => [trial.machine, trial] as const))("%s", (_, trial) => {
    test("put together again without a fault, passes", async () => {
      for (const subject of trial.subjects)
        expect(await runWalks(subject, { runs: 40, seed: 3, variant: faultless.plant })).toBeNull();
    });

    test("fails with a planted fault, 19 times of 20", async () => {
      const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { planted, survivors } = await hunt(trial);
      warned.mockRestore();
      expect(planted).toBeGreaterThan(10);
      expect((planted - survivors.length) / planted, survivors.join("\n")).toBeGreaterThanOrEqual(0.95);
    }, 240_000);
  });
}
