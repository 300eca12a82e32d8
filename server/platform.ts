import type { Bus } from "./bus/bus.ts";
import type { DatabaseHandles } from "./db/handle.ts";
import type { DatabaseStats } from "./db/openDatabase.ts";
import type { Log } from "./log/createLog.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Settings } from "./settings.ts";

/** Everything the server takes from outside itself; tests hand in their own. */
export interface Platform extends DatabaseHandles {
  readonly databaseStats: () => DatabaseStats;
  /** Whether the database takes writes, as of a few seconds ago. */
  readonly isWritable: () => Promise<boolean>;
  readonly bus: Bus;
  readonly settings: Settings;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Buffer;
  /** 32 bytes that access-key secrets are sealed with. */
  readonly secretKey: Buffer;
  /** Folder of the built console. */
  readonly consoleDir: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Is told of every fault that is the server's own, and in which request, where it was in one. */
  readonly onError: (error: unknown, call: string, reqId?: string) => void;
}
