import type { ProcessStatus } from "../adapters/contract/systemStatus.ts";
import type { Platform } from "./platform.ts";
import type { Hub } from "./socket/hub.ts";
import type { LiveService } from "./telemetry/liveService.ts";

/** A shorter one says nothing about the use of the CPU. */
const shortestSpanMs = 1_000;

/** Returns a function that reads what this process says of itself. */
export function createProcessStatus(
  { cluster, databaseStats, monotonicMs }: Pick<Platform, "cluster" | "databaseStats" | "monotonicMs">,
  hub: Hub,
  live: LiveService,
): () => ProcessStatus {
  let [usage, readAt, cpu] = [process.cpuUsage(), monotonicMs(), 0];
  const readCpu = () => {
    const passed = monotonicMs() - readAt;
    if (passed < shortestSpanMs) return cpu;
    const { user, system } = process.cpuUsage(usage);
    cpu = Math.round((user + system) / 10 / passed) / 100;
    [usage, readAt] = [process.cpuUsage(), monotonicMs()];
    return cpu;
  };
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  return () => {
    const { running, waiting } = databaseStats();
    return {
      sockets: hub.stats().open,
      memoryBytes: process.memoryUsage.rss(),
      cpu: readCpu(),
      flights: live.registry.count(),
      samplesTaken: live.samples.accepted(),
      samplesRefused: sum(live.samples.rejected()),
      unwrittenMs: live.writes.oldestMs(),
      databaseRunning: running,
      databaseWaiting: sum(waiting),
      isBusConnected: cluster ? cluster.nats.isConnected() : null,
    };
  };
}
