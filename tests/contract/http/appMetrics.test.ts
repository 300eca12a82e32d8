import { expect, test } from "vitest";
import { createAppMetrics } from "../../../server/createAppMetrics.ts";
import { createMetrics } from "../../../server/metrics/metrics.ts";

/** Cast: the metrics use only these members. */
const sources = {
  platform: {
    metrics: createMetrics(),
    droppedLogLines: () => 19,
    databaseStats: () => ({
      running: 1,
      waiting: { priority: 2, other: 3 },
      refused: 4,
      pools: { calls: { total: 5, idle: 6, waiting: 7 } },
    }),
  },
  hub: { stats: () => ({ open: 8, registered: 9, evicted: 10 }) },
  live: {
    registry: { count: () => 11, freePlaces: () => 20 },
    feed: { frameCounts: () => ({ sent: 12, skipped: 13 }) },
    samples: { accepted: () => 14, rejected: () => ({ older: 15, noTask: 16 }) },
    writes: { oldestMs: () => 18_000 },
  },
  exports: { runningCount: () => 17 },
  getDamaged: () => ["orders", "users"],
} as unknown as Parameters<typeof createAppMetrics>[0];

test("/metrics has each figure under its own name, also on a second scrape", async () => {
  const scrape = createAppMetrics(sources);
  for (const _ of [1, 2]) {
    const series = (await scrape()).split("\n").filter((line) => line.startsWith("console_"));
    expect(series.sort()).toEqual([
      "console_account_locks_total 0",
      "console_damaged_tables 2",
      'console_database_pool_idle{pool="calls"} 6',
      'console_database_pool_total{pool="calls"} 5',
      'console_database_pool_waiting{pool="calls"} 7',
      "console_database_refused_total 4",
      "console_database_running 1",
      'console_database_waiting{lane="other"} 3',
      'console_database_waiting{lane="priority"} 2',
      "console_exports_running 17",
      'console_fleet_frames_total{result="sent"} 12',
      'console_fleet_frames_total{result="skipped"} 13',
      "console_flights 11",
      "console_flights_free 20",
      "console_log_dropped_total 19",
      "console_oldest_unwritten_seconds 18",
      'console_samples_refused_total{reason="noTask"} 16',
      'console_samples_refused_total{reason="older"} 15',
      "console_samples_taken_total 14",
      "console_sockets 8",
      "console_sockets_crowded_out_total 10",
      "console_sockets_registered 9",
    ]);
  }
});
