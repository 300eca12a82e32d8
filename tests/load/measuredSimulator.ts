import { createSimulator } from "../../demo/simulator/simulator.ts";
import type { Platform } from "../../server/platform.ts";
import type { FlightRegistry } from "../../server/telemetry/flights/flightRegistry.ts";
import type { LiveService } from "../../server/telemetry/liveService.ts";

const tickMs = 200;

/** A simulated fleet with separate CPU accounting: real drones would not burden the server. */
export interface MeasuredSimulator {
  /** CPU time of the simulation in microseconds, without ingesting its samples. */
  readonly cpuMicros: () => number;
  readonly stop: () => void;
}

export async function createMeasuredSimulator(
  platform: Platform,
  live: LiveService,
  fleet: number,
): Promise<MeasuredSimulator> {
  let flyingMicros = 0;
  let ingestMicros = 0;
  const ingest: FlightRegistry["ingest"] = (...batch) => {
    const before = process.threadCpuUsage();
    const rejected = live.registry.ingest(...batch);
    ingestMicros += cpuMicrosSince(before);
    return rejected;
  };
  // Inherits all other members of the registry, including its getters.
  const registry: FlightRegistry = Object.create(live.registry, { ingest: { value: ingest } });
  const simulator = await createSimulator(platform, { ...live, registry }, fleet);
  const timer = setInterval(() => {
    const before = process.threadCpuUsage();
    simulator.run();
    flyingMicros += cpuMicrosSince(before);
  }, tickMs);
  return { cpuMicros: () => flyingMicros - ingestMicros, stop: () => clearInterval(timer) };
}

function cpuMicrosSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return user + system;
}
