import type { SimulatedFault } from "../../server/settings/faultNames.ts";
import type { TelemetrySource } from "../../server/telemetry/telemetrySource.ts";
import { createSeededRandom } from "./seededRandom.ts";
import type { Simulator } from "./simulator.ts";

const intervalMs = 60_000;
const faultDurationS = 90;
const maxAttempts = 20;

/** Injects each of the faults into a random flight every minute, so that demos show all of them. */
export function injectFaults(
  { getFlyingDrones, injectFault }: Pick<Simulator, "getFlyingDrones" | "injectFault">,
  kinds: readonly SimulatedFault[],
): TelemetrySource {
  const random = createSeededRandom(kinds.length);
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    const drones = getFlyingDrones();
    for (const kind of kinds)
      for (let i = 0; i < maxAttempts; i++) {
        const droneSn = drones[Math.floor(random() * drones.length)];
        if (droneSn !== undefined && injectFault(droneSn, kind, faultDurationS)) break;
      }
  };
  return {
    run,
    start: () => {
      if (kinds.length > 0) timer ??= setInterval(run, intervalMs);
    },
    stop: () => clearInterval(timer),
  };
}
