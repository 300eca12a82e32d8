import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { ExportService } from "../exports/exportService.ts";
import type { Platform } from "../platform.ts";
import type { Hub } from "../socket/hub.ts";
import type { LiveService } from "../telemetry/liveService.ts";

interface MetricSources {
  readonly platform: Pick<Platform, "databaseStats" | "metrics">;
  readonly hub: Hub;
  readonly live: LiveService;
  readonly exports: ExportService;
}

/**
 * Answers a scrape in Prometheus' text format: what the platform has counted, what its parts say of themselves at that
 * moment, and the process' own. docs/operations.md lists all of it.
 */
export function createAppMetrics({ platform, hub, live, exports }: MetricSources): () => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  /** A series for each value of one label. */
  const labelled = (
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
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });

  gauge("process_uptime_seconds", "Since the start of the process.", process.uptime);
  gauge("process_heap_used_bytes", "JavaScript heap in use.", () => process.memoryUsage().heapUsed);
  gauge("console_sockets", "Open sockets.", () => hub.stats().open);
  gauge("console_sockets_registered", "Open sockets with a session.", () => hub.stats().registered);
  counter(
    "console_sockets_crowded_out_total",
    "Sockets closed for a later one of their address or session.",
    () => hub.stats().evicted,
  );
  gauge("console_flights", "Open flights.", live.registry.count);
  labelled(
    Counter,
    "console_fleet_frames_total",
    "Pictures of the fleet by what became of them.",
    "result",
    () => live.feed.frameCounts(),
  );
  counter("console_samples_taken_total", "Telemetry samples that were believed.", live.samples.accepted);
  labelled(Counter, "console_samples_refused_total", "Telemetry samples that were not.", "reason", () =>
    live.samples.rejected(),
  );
  gauge("console_exports_running", "Exports that are being written.", exports.runningCount);
  const stats = platform.databaseStats;
  gauge("console_database_running", "Statements and transactions under way.", () => stats().running);
  labelled(Gauge, "console_database_waiting", "What waits for its turn or a connection.", "lane", () => ({
    ...stats().waiting,
  }));
  counter(
    "console_database_refused_total",
    "Refused as too many waited, or for too long.",
    () => stats().refused,
  );
  const poolGauge = (state: "total" | "idle" | "waiting", help: string) =>
    labelled(Gauge, `console_database_pool_${state}`, help, "pool", () =>
      Object.fromEntries(Object.entries(stats().pools).map(([pool, counts]) => [pool, counts[state]])),
    );
  poolGauge("total", "Connections to PostgreSQL.");
  poolGauge("idle", "Connections to PostgreSQL that nobody uses.");
  poolGauge("waiting", "What waits for a connection to PostgreSQL.");

  const merged = Registry.merge([platform.metrics.registry, registry]);
  let hasDefaultMetrics = false;
  return () => {
    // Only now: it watches the event loop and the garbage collector for ever, and tests make many apps in a process.
    if (!hasDefaultMetrics) collectDefaultMetrics({ register: merged });
    hasDefaultMetrics = true;
    return merged.metrics();
  };
}
