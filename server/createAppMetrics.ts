import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { ExportService } from "./exports/exportService.ts";
import type { Platform } from "./platform.ts";
import type { Hub } from "./socket/hub.ts";
import type { LiveService } from "./telemetry/liveService.ts";

interface MetricSources {
  readonly platform: Pick<Platform, "cluster" | "databaseStats" | "droppedLogLines" | "metrics">;
  readonly hub: Hub;
  readonly live: LiveService;
  readonly exports: ExportService;
  readonly getDamaged: () => readonly string[];
}

/**
 * Returns a scrape function for Prometheus' text format: counters of the platform, current values of its services, and
 * metrics of the process. docs/operations.md lists all of them.
 */
export function createAppMetrics(sources: MetricSources): () => Promise<string> {
  const { platform, hub, live, exports, getDamaged } = sources;
  const registry = new Registry();
  const registers = [registry];
  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  /** One series per value of the label. */
  const addLabelled = (
    Kind: typeof Counter | typeof Gauge,
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>>,
  ) =>
    new Kind({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
      },
    });
  const addCounter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });

  addGauge("process_uptime_seconds", "Since the start of the process.", process.uptime);
  addGauge("process_heap_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed);
  addGauge("console_sockets", "Open sockets.", () => hub.stats().open);
  addGauge("console_sockets_registered", "Open sockets with a session.", () => hub.stats().registered);
  addCounter(
    "console_sockets_crowded_out_total",
    "Sockets closed for a later one of their address or session.",
    () => hub.stats().evicted,
  );
  addGauge(
    "console_damaged_tables",
    "Tables that cannot be read, or not as a whole.",
    () => getDamaged().length,
  );
  const { cluster } = platform;
  if (cluster) {
    addGauge("console_live", "1 where this process keeps the live picture.", () => Number(cluster.isLive()));
    addGauge("console_nats_connected", "1 where NATS is reached.", () => Number(cluster.nats.isConnected()));
  }
  addGauge("console_flights", "Open flights.", live.registry.count);
  addGauge("console_flights_free", "How many more flights may be open.", live.registry.freePlaces);
  addGauge(
    "console_oldest_unwritten_seconds",
    "For how long the oldest row of the live flights has waited to be written.",
    () => live.writes.oldestMs() / 1_000,
  );
  addLabelled(
    Counter,
    "console_fleet_frames_total",
    "Pictures of the fleet by what became of them.",
    "result",
    () => live.feed.frameCounts(),
  );
  addCounter("console_samples_taken_total", "Telemetry samples that were believed.", live.samples.accepted);
  addLabelled(Counter, "console_samples_refused_total", "Telemetry samples that were not.", "reason", () =>
    live.samples.rejected(),
  );
  addGauge("console_exports_running", "Exports that are being written.", exports.runningCount);
  addCounter(
    "console_log_dropped_total",
    "Log lines that were dropped, as nobody read them.",
    platform.droppedLogLines,
  );
  const stats = platform.databaseStats;
  addGauge("console_database_running", "Statements and transactions under way.", () => stats().running);
  addLabelled(Gauge, "console_database_waiting", "What waits for its turn or a connection.", "lane", () => ({
    ...stats().waiting,
  }));
  addCounter(
    "console_database_refused_total",
    "Refused as too many waited, or for too long.",
    () => stats().refused,
  );
  const addPoolGauge = (state: "total" | "idle" | "waiting", help: string) =>
    addLabelled(Gauge, `console_database_pool_${state}`, help, "pool", () =>
      Object.fromEntries(Object.entries(stats().pools).map(([pool, counts]) => [pool, counts[state]])),
    );
  addPoolGauge("total", "Connections to PostgreSQL.");
  addPoolGauge("idle", "Connections to PostgreSQL that nobody uses.");
  addPoolGauge("waiting", "What waits for a connection to PostgreSQL.");

  const merged = Registry.merge([platform.metrics.registry, registry]);
  let hasDefaultMetrics = false;
  return () => {
    // On the first scrape only: it watches event loop and garbage collector forever, and tests create many apps.
    if (!hasDefaultMetrics) collectDefaultMetrics({ register: merged });
    hasDefaultMetrics = true;
    return merged.metrics();
  };
}
