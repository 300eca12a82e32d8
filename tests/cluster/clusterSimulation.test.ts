import { expect, test } from "vitest";
import { runSimulation } from "./simulation/runSimulation.ts";

/** Simulated hours; the next seed begins with each. */
const hours = Number(process.env.SIMULATED_HOURS ?? 10);
const firstSeed = Number(process.env.SIMULATION_SEED ?? 1);

test("Five processes with every fault: one owner, epochs that grow, and every stored message once", async () => {
  for (let seed = firstSeed; seed < firstSeed + hours; seed += 1) {
    const { failure, counts } = await runSimulation({ seed, hours: 1 });
    expect(failure).toBeNull();
    // That something happened at all.
    expect(counts.faults).toBeGreaterThan(80);
    expect(counts.owners).toBeGreaterThan(15);
    expect(counts.writes).toBeGreaterThan(1_500);
    expect(counts.deliveries).toBeGreaterThan(15_000);
  }
});
