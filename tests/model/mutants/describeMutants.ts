import { describe, expect, test, vi } from "vitest";
import { identityMutant } from "../createMutants.ts";
import type { MachineSuite } from "../machineSuites.ts";
import { runMutants } from "../runMutants.ts";
import { runRandomWalks } from "../runRandomWalks.ts";

/** Plants every fault into every one of these machines, one at a time: at least 95 % of each one's must be noticed. */
export function describeMutants(trials: readonly MachineSuite[]): void {
  describe.each(trials.map((trial) => [trial.machine, trial] as const))("%s", (_, trial) => {
    test("put together again without a fault, passes", async () => {
      for (const subject of trial.subjects)
        expect(
          await runRandomWalks(subject, { runs: 40, seed: 3, variant: identityMutant.apply }),
        ).toBeNull();
    });

    test("fails with a planted fault, 19 times of 20", async () => {
      const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { total, survivors } = await runMutants(trial);
      warned.mockRestore();
      expect(total).toBeGreaterThan(10);
      expect((total - survivors.length) / total, survivors.join("\n")).toBeGreaterThanOrEqual(0.95);
    }, 240_000);
  });
}
