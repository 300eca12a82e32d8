import { describe, expect, test, vi } from "vitest";
import { identityMutant } from "../createMutants.ts";
import type { MachineSuite } from "../machineSuites.ts";
import { runMutants } from "../runMutants.ts";
import { runRandomWalks } from "../runRandomWalks.ts";

/** Tests every mutant of these machines; at least 95 % of each machine's mutants must be detected. */
export function describeMutants(suites: readonly MachineSuite[]): void {
  describe.each(suites.map((suite) => [suite.machine, suite] as const))("%s", (_, suite) => {
    test("a rebuilt machine without a change passes", async () => {
      for (const subject of suite.subjects)
        expect(
          await runRandomWalks(subject, { runs: 40, seed: 3, variant: identityMutant.apply }),
        ).toBeNull();
    });

    test("at least 95 % of the mutants are detected", async () => {
      const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { total, survivors } = await runMutants(suite);
      warned.mockRestore();
      expect(total).toBeGreaterThan(5);
      expect((total - survivors.length) / total, survivors.join("\n")).toBeGreaterThanOrEqual(0.95);
    }, 900_000);
  });
}
