import type { Bus } from "./bus/bus.ts";
import type { Cluster } from "./cluster/cluster.ts";
import type { DatabaseHandles, DatabaseStats, Db } from "./db/handle.ts";
import type { Log } from "./log/createLog.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Settings } from "./settings/settings.ts";

/** External dependencies of the server; tests pass their own. */
export interface Platform extends DatabaseHandles {
  readonly databaseStats: () => DatabaseStats;
  /** Whether the database accepts writes; may be a few seconds old. */
  readonly isWritable: () => Promise<boolean>;
  readonly bus: Bus;
  /** 0 to 1023; null on the embedded database, which has one process. */
  readonly processId: number | null;
  /** The cluster of processes on this database; null for a single process. */
  readonly cluster: Cluster | null;
  /** Like `db`, for writes of the live picture: refused unless this process is its owner. */
  readonly liveDb: Db;
  readonly settings: Settings;
  readonly clock: () => Date;
  /** Milliseconds that only grow, for limits and silences: the clock may be set back. */
  readonly monotonicMs: () => number;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Buffer;
  /** 32 bytes that access-key secrets are sealed with. */
  readonly secretKey: Buffer;
  /** Folder of the built console. */
  readonly consoleDir: string;
  readonly log: Log;
  /** Number of log lines that were dropped, as nobody read them. */
  readonly droppedLogLines: () => number;
  readonly metrics: Metrics;
  /** Reports a server error, with its call and request id, if any. */
  readonly onError: (error: unknown, call: string, reqId?: string) => void;
}
