import type { Platform } from "../../server/platform.ts";
import type { FlightRegistry } from "../../server/telemetry/flights/flightRegistry.ts";
import type { LiveService } from "../../server/telemetry/liveService.ts";
import { createSimulator } from "../../server/telemetry/simulator/simulator.ts";

const tickMs = 200;

/** A simulated fleet whose own flying is counted apart: outside of the bench it happens in the air, not in the server. */
export interface MeasuredSimulator {
  /** Microseconds of CPU that the flying has taken, without what the server does with its samples. */
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
  // The registry's other parts are its own, some of them computed anew at each asking.
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
